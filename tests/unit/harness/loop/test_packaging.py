"""A turn keeps the package that it began with, also over a restart, until somebody chooses another mode or model."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from harness.chat.people import Place
from harness.context.model import Reply, Request
from harness.context.packages import NotAPackage, RunRequest
from harness.loop.packaging import RETRY, Packaging, Readers
from harness.sessions import facts as f
from harness.sessions.journal import JournalUnavailable
from harness.tools.calls import At, ToolCall, ToolResult
from tests.fakes.packages import MemoryPackages, compiling
from tests.laws.colleague import ANA, BOB, CHANNEL, USUAL
from tests.laws.rig import Rig
from tests.unit.harness.loop.test_activation import DEPLOY, READ, said, works
from tests.unit.harness.sessions.script import Script


def compiled(rig: Rig) -> Sequence[f.TurnCompiled]:
    return [row.fact for row in rig.rows if isinstance(row.fact, f.TurnCompiled)]


def windows(rig: Rig) -> list[int]:
    """Of the packages that turns have run with, by which they are told apart here."""
    packages = rig.compiling.packages
    assert isinstance(packages, MemoryPackages)
    return [packages.kept[fact.checksum].model.window for fact in compiled(rig)]


def test_a_turn_says_what_it_runs_with_once_with_its_first_reply() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        await rig.put(said())
        await works(rig, ("model", READ))
        kinds = [type(row.fact) for row in rig.rows]
        assert kinds.index(f.TurnCompiled) + 1 == kinds.index(f.ModelReplied)
        await works(rig, ("tool", ToolResult("x")), ("model", Reply("bye")))
        assert len(compiled(rig)) == 1
        await rig.end()

    asyncio.run(play())


def test_a_turn_that_is_stopped_in_the_middle_of_its_first_reply_has_said_what_it_runs_with() -> None:
    script = Script().says(BOB, "look")
    packaging = Packaging(compiling(), asyncio.sleep)
    package = packaging.of(script.session)
    [fact] = packaging.said(script.session, f.ReplyBegun(At(1, 1), CHANNEL))
    assert fact == f.TurnCompiled(1, package.checksum, "", "", 1)
    script.tell(fact)
    assert packaging.said(script.session, f.ModelReplied(At(1, 1), 1, "so")) == [], "and says it once"


def test_a_turn_says_who_reads_its_place_by_the_time_a_call_writes() -> None:
    async def play() -> None:
        asked = list[Place]()

        async def readers(place: Place) -> Readers:
            asked.append(place)
            return Readers(private=len(asked) > 2, solo=True)

        shared = replace(compiling(), readers=readers, writes=lambda call: call.tool == "write")
        script, packaging = Script().says(BOB, "look"), Packaging(shared, asyncio.sleep)
        package = packaging.of(script.session)
        turn = script.session.turn
        assert turn
        for tool, looked in (
            ("read", None),
            ("write", False),
            ("write", False),
            ("read", False),
            ("write", True),
            ("write", True),
        ):
            reply = f.ModelReplied(turn.at, turn.through, "so", calls=(ToolCall("1.1.0", tool, "{}"),))
            before = script.session.turn
            await packaging.replied(script.session, reply)
            said = packaging.said(script.session, reply)
            known = f.TurnCompiled(1, package.checksum, "", "", 1, looked, looked is not None)
            assert said == ([] if before and looked is before.private and before.package else [known])
            script.tell(*said)
            assert script.session.turn
            assert script.session.turn.private is looked
        assert asked == [CHANNEL] * 3, "before each such call, until the place is private"

    asyncio.run(play())


def test_what_an_aside_is_answered_with_is_said_too() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        await rig.put(said())
        await works(rig, ("model", DEPLOY), ("post", None))
        await rig.put(f.ModelChosen(ANA, CHANNEL, "other"), said("why?"))
        await works(rig, ("model", Reply("so")))
        assert [fact.model for fact in compiled(rig)] == ["", "other"]
        assert compiled(rig)[0].checksum != compiled(rig)[1].checksum
        await rig.end()

    asyncio.run(play())


def test_what_the_workspace_becomes_counts_for_the_next_turn() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        await rig.put(said())
        await works(rig, ("model", READ))
        rig.window = 5_000
        await works(rig, ("tool", ToolResult("x")), ("model", Reply("bye")), ("post", None))
        await rig.put(said("and now?"))
        await works(rig, ("model", Reply("bye")))
        assert windows(rig) == [10_000, 5_000]
        await rig.end()

    asyncio.run(play())


def test_a_turn_that_goes_on_after_a_restart_is_given_the_same_bytes() -> None:
    async def play() -> None:
        rig, asked = Rig(USUAL), list[Request]()
        rig.world.on_model = asked.append
        await rig.put(said())
        await works(rig, ("model", READ))
        rig.window = 5_000
        await rig.crash(lambda work: False)
        await works(rig, ("tool", ToolResult("x")), ("model", Reply("bye")))
        assert asked[0].system.encoded == asked[-1].system.encoded
        assert windows(rig) == [10_000]
        await rig.end()

    asyncio.run(play())


def test_a_model_that_somebody_chooses_in_its_middle_is_another_package_from_the_next_step_on() -> None:
    async def play() -> None:
        rig, asked = Rig(USUAL), list[Request]()
        rig.world.on_model = asked.append
        await rig.put(said())
        await works(rig, ("model", READ))
        await rig.put(f.ModelChosen(ANA, CHANNEL, "other"))
        await works(rig, ("tool", ToolResult("x")), ("model", Reply("bye")))
        assert [request.model for request in asked] == ["test", "other"]
        assert [fact.turn for fact in compiled(rig)] == [1, 1]
        await rig.end()

    asyncio.run(play())


def test_what_the_last_reply_was_made_with_is_said_though_somebody_has_chosen_otherwise_meanwhile() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        await rig.put(said())
        await rig.settle()
        await rig.put(f.ModelChosen(ANA, CHANNEL, "other"))
        await works(rig, ("model", Reply("bye")), ("post", None))
        [fact] = compiled(rig)
        assert fact.model == ""
        assert rig.session.chosen_model == "other"
        assert rig.packages.kept[fact.checksum].model.name == "test"
        assert rig.session.package == fact.checksum
        await rig.end()

    asyncio.run(play())


def test_what_is_written_down_meanwhile_changes_nothing_of_that() -> None:
    async def play() -> None:
        rig = Rig(USUAL)
        rig.observe = True
        for text in ("x" * 600, "y" * 600):
            await rig.put(said(text))
            await works(rig, ("model", Reply("well")), ("post", None))
        await rig.put(said("and now?"))
        await rig.settle()
        rig.window = 500
        await rig.put(f.ModelChosen(ANA, CHANNEL, "other"))
        await works(rig, ("model", Reply("bye")), ("post", None))
        assert [fact.model for fact in compiled(rig)] == ["", "", ""]
        await rig.end()

    asyncio.run(play())


def test_a_turn_does_not_go_on_with_what_was_left_also_after_a_restart() -> None:
    async def play() -> None:
        rig, asked = Rig(USUAL), list[Request]()
        rig.world.on_model = asked.append
        await rig.put(said())
        await rig.settle()
        await rig.put(f.ModelChosen(ANA, CHANNEL, "other"))
        await works(rig, ("model", READ))
        await rig.crash(lambda work: False)
        await works(rig, ("tool", ToolResult("x")), ("model", Reply("bye")))
        assert [request.model for request in asked] == ["test", "other"]
        assert [fact.model for fact in compiled(rig)] == ["", "other"]
        await rig.end()

    asyncio.run(play())


class Away(MemoryPackages):
    """The storage is down for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.tries = 0

    async def keep(self, package: RunRequest) -> None:
        self.tries += 1
        if self.tries < 4:
            raise JournalUnavailable("down")
        await super().keep(package)


def test_nothing_is_made_with_a_package_before_it_is_kept() -> None:
    async def play() -> None:
        packages, slept = Away(), list[float]()

        async def sleep(seconds: float) -> None:
            assert not packages.kept
            slept.append(seconds)

        packaging = Packaging(replace(compiling(), packages=packages), sleep)
        session = Script().says(BOB).session
        package = await packaging.given(session)
        assert packages.kept == {package.checksum: package}
        assert await packaging.given(session) is package
        assert (packages.tries, slept) == (4, [RETRY] * 3)

    asyncio.run(play())


def test_where_it_cannot_be_read_any_more_a_turn_goes_on_with_one_as_things_are() -> None:
    class Spoilt(MemoryPackages):
        async def load(self, checksum: str) -> RunRequest | None:
            raise NotAPackage("a package that this release cannot read")

    async def play() -> None:
        script = Script().says(BOB, "look")
        script.tell(f.TurnCompiled(1, "5f70bf18a086007016e948b04aed3b82"))
        packaging = Packaging(replace(compiling(), packages=Spoilt()), asyncio.sleep)
        await packaging.recall(script.session)
        assert packaging.of(script.session) == compiling().compile(script.session, ())

    asyncio.run(play())
