"""What has changed in a workspace's folder counts once it is settled, and only if it can be a workspace."""

import asyncio

import pytest

from harness.loop.workspace_watch import AGAIN, RESTLESS, SETTLED, WorkspaceWatch
from harness.workspace.contents import Contents, Signature
from harness.workspace.problems import Problem, WorkspaceError


class Changing:
    """A folder whose only file is another at each look."""

    def __init__(self, *versions: int) -> None:
        self.versions, self.looks, self.reads = list(versions), 0, 0

    async def signature(self) -> Signature:
        self.looks += 1
        version = self.versions[0] if len(self.versions) == 1 else self.versions.pop(0)
        return (("workspace.yaml", version, 0, 0),)

    async def contents(self) -> Contents:
        self.reads += 1
        return Contents("home", {"workspace.yaml": b"name: x"})


class Kept:
    def __init__(self, error: Exception | None = None) -> None:
        self.became, self.refusals, self.error = 0, list[WorkspaceError](), error

    async def become(self, contents: Contents) -> None:
        if self.error:
            raise self.error
        self.became += 1

    async def refused(self, error: WorkspaceError, contents: Contents) -> None:
        self.refusals.append(error)


def looked(folder: Changing, kept: Kept, times: int = 1) -> list[float]:
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def main() -> None:
        watch = WorkspaceWatch(folder, (("workspace.yaml", 0, 0, 0),), kept, sleep)
        for _ in range(times):
            await watch.look()

    asyncio.run(main())
    return slept


def test_what_is_as_it_was_is_not_read() -> None:
    folder, kept = Changing(0), Kept()
    assert looked(folder, kept, 3) == []
    assert (folder.looks, folder.reads, kept.became) == (3, 0, 0)


def test_what_has_changed_and_is_settled_counts_once() -> None:
    folder, kept = Changing(1), Kept()
    assert looked(folder, kept, 3) == [SETTLED]
    assert (folder.reads, kept.became) == (1, 1)


@pytest.mark.parametrize("versions", [(1, 2, 2, 2, 2, 2), (1, 1, 2, 2, 2, 2, 2)], ids=["before", "while it is read"])
def test_what_is_still_being_written_counts_at_a_later_look(versions: tuple[int, ...]) -> None:
    kept = Kept()
    looked(Changing(*versions), kept)
    assert kept.became == 0
    kept = Kept()
    looked(Changing(*versions), kept, 2)
    assert kept.became == 1


class Clock:
    """Which goes on as it is slept."""

    def __init__(self) -> None:
        self.now = 0.0

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    def watch(self, folder: Changing, kept: Kept) -> WorkspaceWatch:
        return WorkspaceWatch(folder, (("workspace.yaml", 0, 0, 0),), kept, self.sleep, lambda: self.now)


def test_what_is_written_without_an_end_counts_after_a_while_of_looking() -> None:
    """Or a list that a program keeps would hold up what is denied beside it."""
    folder, kept, clock = Changing(*range(1, 1_000)), Kept(), Clock()
    asyncio.run(clock.watch(folder, kept).look_until_settled())
    assert kept.became == 1
    assert RESTLESS <= clock.now < RESTLESS + 3 * SETTLED


def test_what_is_seen_being_written_once_and_again_much_later_is_not_read_in_the_middle() -> None:
    folder, kept, clock = Changing(1, 2, 3, 4, 4), Kept(), Clock()

    async def main() -> list[bool]:
        watch = clock.watch(folder, kept)
        first = await watch.look()
        clock.now += 600.0
        return [first, await watch.look(), kept.became == 0, await watch.look()]

    assert asyncio.run(main()) == [False, False, True, True]
    assert kept.became == 1


def test_what_could_not_be_read_is_tried_again_after_a_while() -> None:
    class Busy(Changing):
        async def contents(self) -> Contents:
            self.reads += 1
            return Contents("home", {"workspace.yaml": b"name: x"}, {"AGENTS.md": "cannot be read: I/O error"})

    folder, kept, clock = Busy(1), Kept(), Clock()

    async def main() -> None:
        watch = clock.watch(folder, kept)
        for _ in range(5):
            await watch.look()
        assert folder.reads == 1, "what leads out of the folder stays so, and is not read each time"
        clock.now += AGAIN
        await watch.look()

    asyncio.run(main())
    assert folder.reads == 2


def test_what_cannot_be_one_is_refused_once_and_looked_at_again_when_it_has_changed() -> None:
    error = WorkspaceError([Problem("home/workspace.yaml", 1, "name", "must be text")])
    folder, kept = Changing(1), Kept(error)
    looked(folder, kept, 3)
    assert kept.refusals == [error]
    folder, kept = Changing(1, 1, 1, 2), Kept(error)
    looked(folder, kept, 3)
    assert kept.refusals == [error, error]


def test_a_look_that_fails_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
    looked(Changing(1), Kept(RuntimeError("oh")))
    assert "it could not be looked whether the workspace has changed" in caplog.text


def test_those_who_look_at_the_same_time_look_once() -> None:
    folder, kept = Changing(1), Kept()

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(0)

    async def main() -> None:
        watch = WorkspaceWatch(folder, (("workspace.yaml", 0, 0, 0),), kept, sleep)
        await asyncio.gather(*(watch.look() for _ in range(20)))

    asyncio.run(main())
    assert (folder.looks, kept.became) == (3, 1)


def test_what_is_glanced_at_often_is_looked_at_once_a_second() -> None:
    folder, clock = Changing(0), [5.0]

    async def main() -> list[bool]:
        watch = WorkspaceWatch(folder, (("workspace.yaml", 0, 0, 0),), Kept(), asyncio.sleep, lambda: clock[0])
        looked = []
        for now in (5.0, 5.0, 5.9, 6.0, 6.5):
            clock[0] = now
            looked.append(await watch.glance())
        await watch.look()
        clock[0] = 7.4
        return [*looked, await watch.glance()]

    assert asyncio.run(main()) == [True, False, False, True, False, False]
    assert folder.looks == 3
