"""What is begun goes on by itself, and nothing of it is left behind."""

import asyncio

import pytest

from harness.loop.task_set import TaskSet


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
        await TaskSet("Slack").begun(fails())

    asyncio.run(main())
    assert "what came from Slack was not handled" in caplog.text
