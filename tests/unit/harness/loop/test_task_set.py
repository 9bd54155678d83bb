"""What is begun goes on by itself, and nothing of it is left behind."""

import asyncio

import pytest

from harness.loop.task_set import TaskSet
from tests.fakes.clock import settle


def test_what_ends_within_the_grace_ends_and_the_rest_is_cancelled():
    ended: list[str] = []

    async def main() -> None:
        tasks, go, never = TaskSet("Slack"), asyncio.Event(), asyncio.Event()

        async def work(name: str, until: asyncio.Event) -> None:
            await until.wait()
            ended.append(name)

        tasks.begin(work("soon", go))
        tasks.begin(work("never", never))
        go.set()
        await tasks.leave(0.01)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())
    assert ended == ["soon"]


def test_what_fails_is_logged_and_keeps_nothing_that_waits_for_it(caplog: pytest.LogCaptureFixture):
    async def fails() -> None:
        raise RuntimeError("a bug")

    async def main() -> None:
        await asyncio.wait([TaskSet("Slack").begun(fails())])
        await settle()

    asyncio.run(main())
    assert "what came from Slack was not handled" in caplog.text


def test_a_task_that_somebody_else_began_is_waited_for_while_it_is_busy():
    async def main() -> None:
        tasks, begun, go = TaskSet("Slack"), asyncio.Event(), asyncio.Event()

        async def theirs() -> str:
            with tasks.busy():
                begun.set()
                await go.wait()
            return "done"

        task = asyncio.create_task(theirs())
        await begun.wait()
        leaving = asyncio.create_task(tasks.leave(60.0))
        await settle()
        assert not leaving.done()
        go.set()
        await leaving
        assert await task == "done"

    asyncio.run(main())
