"""A thread shows that we work as long as we do, and never below an open question."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest

from adapters.slack.calls import CallRefused
from adapters.slack.statuses import AGAIN, GRACE, REFRESH, RETRY, UNHEARD, Beginning, SessionStatus, Statuses
from harness.chat.people import Place
from harness.chat.port import Activity, Uncertain, Undelivered
from tests.fakes.clock import Clock, settle

PLACE = Place("slack", "T", "C", "1")
THINKING = Activity("working", "is thinking…")
DEPLOYING = Activity("working", "is running deploy…")
WAITING, RESTING = Activity("waiting"), Activity("resting")


class Slot:
    """What a thread shows: the session's status, or (where there are no `sessions`) a line."""

    def __init__(self, sessions: bool = True) -> None:
        self.clock = Clock()
        self.sessions, self.warnings = sessions, frozenset[str]()
        self.set: list[str] = []
        self.beginnings: list[Beginning | None] = []
        self.error: Exception | None = None
        self.refused = 0
        self.free = asyncio.Event()
        self.free.set()
        self.statuses = Statuses(self.session, self.line, self.clock, self.clock.sleep)

    async def session(self, place: Place, status: SessionStatus, beginning: Beginning | None) -> frozenset[str]:
        if not self.sessions:
            self.refused += 1
            raise CallRefused("agents.sessions.setStatus", "feature_disabled")
        self.beginnings.append(beginning)
        await self._write(status)
        return self.warnings

    async def line(self, place: Place, line: str) -> None:
        await self._write(line)

    async def _write(self, what: str) -> None:
        await self.free.wait()
        if self.error:
            raise self.error
        self.set.append(what)


def both(test: Callable[[Slot, str, str, str], Awaitable[None]]) -> None:
    """With what says that we think, that we deploy, and that we do not work: of an agent, and of any app."""

    async def main(slot: Slot, *words: str) -> None:
        await test(slot, *words)
        await slot.statuses.close()
        await settle()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main(Slot(), "processing", "processing", "suspended"))
    asyncio.run(main(Slot(sessions=False), "is thinking…", "is running deploy…", ""))


def test_a_status_is_refreshed_until_it_is_cleared():
    async def test(slot: Slot, thinking: str, deploying: str, asked: str) -> None:
        await slot.statuses.show(PLACE, THINKING)
        await slot.clock.advance(2 * REFRESH + 2 * GRACE)
        assert slot.set == [thinking] * 3
        await slot.statuses.show(PLACE, RESTING)
        await slot.clock.advance(10 * REFRESH)
        assert slot.set[:3] == [thinking] * 3
        assert slot.set[3:] == [{"processing": "active"}.get(thinking, "")]

    both(test)


def test_clearing_reaches_what_another_process_left_and_is_done_once():
    async def test(slot: Slot, thinking: str, deploying: str, asked: str) -> None:
        await slot.statuses.show(PLACE, RESTING)
        await slot.statuses.show(PLACE, RESTING)
        await slot.clock.advance(REFRESH)
        assert slot.set == [{"processing": "active"}.get(thinking, "")]

    both(test)


def test_clearing_is_tried_until_it_is_done():
    async def test(slot: Slot, thinking: str, deploying: str, asked: str) -> None:
        await slot.statuses.show(PLACE, THINKING)
        slot.error = Undelivered("away")
        await slot.statuses.show(PLACE, RESTING)
        await slot.clock.advance(10 * REFRESH)
        slot.error = None
        await slot.clock.advance(AGAIN + GRACE)
        assert slot.set[-1] in ("active", "")

    both(test)


def test_it_does_not_say_that_we_work_above_a_question_and_does_again_when_that_is_settled():
    async def test(slot: Slot, thinking: str, deploying: str, asked: str) -> None:
        await slot.statuses.show(PLACE, THINKING)
        await slot.statuses.ask(PLACE, "a")
        assert slot.set[-1] == asked
        await slot.statuses.show(PLACE, DEPLOYING)
        await slot.clock.advance(5 * REFRESH)
        assert slot.set == [thinking, asked]
        await slot.statuses.settle(PLACE, "a")
        assert slot.set[-1] == deploying

    both(test)


def test_a_refresh_that_is_on_its_way_ends_before_the_question():
    async def test(slot: Slot, thinking: str, deploying: str, asked: str) -> None:
        await slot.statuses.show(PLACE, THINKING)
        slot.free.clear()
        await slot.clock.advance(REFRESH + GRACE)
        ask = asyncio.create_task(slot.statuses.ask(PLACE, "a"))
        await settle()
        assert not ask.done()
        slot.free.set()
        await ask
        assert slot.set == [thinking, thinking, asked]

    both(test)


def test_a_status_that_was_not_set_is_tried_again():
    async def test(slot: Slot, thinking: str, deploying: str, asked: str) -> None:
        slot.error = Undelivered("away")
        await slot.statuses.show(PLACE, THINKING)
        slot.error = None
        await slot.clock.advance(AGAIN + GRACE)
        assert slot.set == [thinking]

    both(test)


def test_what_may_have_been_told_and_arrive_late_is_not_the_last_word():
    async def test(slot: Slot, thinking: str, deploying: str, asked: str) -> None:
        slot.error = Uncertain("the answer was lost")
        await slot.statuses.show(PLACE, THINKING)
        slot.error = None
        await slot.statuses.show(PLACE, RESTING)
        await slot.clock.advance(10 * REFRESH)
        assert slot.set == [{"processing": "active"}.get(thinking, "")] * 2

    both(test)


def test_waiting_for_people_costs_nothing():
    async def test(slot: Slot, thinking: str, deploying: str, asked: str) -> None:
        await slot.statuses.show(PLACE, THINKING)
        await slot.statuses.show(PLACE, WAITING)
        await slot.clock.advance(REFRESH)
        assert slot.set[-1] == asked
        assert len(asyncio.all_tasks()) == 1
        before = len(slot.set)
        await slot.clock.advance(10 * REFRESH)
        assert len(slot.set) == before

    both(test)


def test_a_process_that_stops_takes_its_status_away():
    async def main() -> None:
        for sessions, last in ((True, "active"), (False, "")):
            slot = Slot(sessions)
            await slot.statuses.show(PLACE, THINKING)
            await slot.statuses.close()
            assert slot.set[-1] == last
            await slot.statuses.show(PLACE, THINKING)
            assert slot.set[-1] == last

    asyncio.run(main())


# Sessions
def test_a_session_is_called_by_what_its_thread_began_with():
    async def main() -> None:
        slot = Slot()
        slot.statuses.began(PLACE, Beginning("Deploy the latest", "U1"))
        await slot.statuses.show(PLACE, THINKING)
        assert slot.beginnings == [Beginning("Deploy the latest", "U1")]
        await slot.statuses.close()

    asyncio.run(main())


def test_a_stream_begins_and_ends_the_session_by_itself():
    async def main() -> None:
        slot = Slot()
        statuses = slot.statuses
        await statuses.show(PLACE, THINKING)
        statuses.streams(PLACE)
        assert statuses.after_stream(PLACE) == "processing"
        await statuses.show(PLACE, RESTING)
        assert slot.set == ["processing"]
        assert statuses.after_stream(PLACE) == "active"
        statuses.streamed(PLACE, "active")
        await slot.clock.advance(REFRESH)
        assert slot.set == ["processing"]
        await statuses.close()

    asyncio.run(main())


def test_a_stream_that_never_ends_does_not_hold_up_the_session():
    async def main() -> None:
        slot = Slot()
        await slot.statuses.show(PLACE, THINKING)
        slot.statuses.streams(PLACE)
        await slot.statuses.show(PLACE, RESTING)
        await slot.clock.advance(2 * GRACE)
        assert slot.set == ["processing", "active"]
        await slot.statuses.close()

    asyncio.run(main())


def test_a_stream_that_ends_after_its_thread_has_come_to_rest_leaves_nothing_there():
    async def main(sure: bool) -> None:
        slot = Slot()
        await slot.statuses.show(PLACE, THINKING)
        slot.statuses.streams(PLACE)
        await slot.statuses.show(PLACE, RESTING)
        await slot.clock.advance(2 * GRACE)
        slot.statuses.streamed(PLACE, "processing", sure)  # as it was sent while we worked
        await slot.clock.advance(AGAIN + GRACE)
        assert slot.set == ["processing", "active", "active"]
        slot.statuses.streamed(PLACE, "active")
        await slot.clock.advance(AGAIN + GRACE)
        assert slot.set == ["processing", "active", "active"]
        await slot.statuses.close()

    asyncio.run(main(True))
    asyncio.run(main(False))


def test_a_stream_that_ends_with_what_held_before_does_not_say_that_we_rest():
    async def main() -> None:
        slot = Slot()
        await slot.statuses.show(PLACE, THINKING)
        slot.statuses.streams(PLACE)
        slot.statuses.streamed(PLACE, "active")
        await slot.clock.advance(2 * GRACE)
        assert slot.set == ["processing", "processing"]
        await slot.statuses.close()

    asyncio.run(main())


def test_a_stream_in_a_thread_of_which_nothing_is_known_is_cleared_though_it_never_ends():
    async def main() -> None:
        slot = Slot()
        slot.statuses.streams(PLACE)
        await slot.clock.advance(REFRESH + GRACE)
        assert slot.set == ["active"]
        await slot.statuses.close()

    asyncio.run(main())


def test_slacks_own_stop_button_clears_a_session_that_nothing_goes_on_in():
    async def main() -> None:
        slot = Slot()
        await slot.statuses.stopped(PLACE)
        assert slot.set == ["active"]
        await slot.statuses.show(PLACE, THINKING)
        await slot.statuses.stopped(PLACE)
        assert slot.set == ["active", "processing"], "the turn that it stops says when it has"
        await slot.statuses.show(PLACE, RESTING)
        assert slot.set == ["active", "processing", "active"]
        await slot.statuses.close()

    asyncio.run(main())


def test_a_missing_subscription_is_warned_of_once(caplog: pytest.LogCaptureFixture):
    async def main() -> None:
        slot = Slot()
        slot.warnings = frozenset({UNHEARD})
        for activity in (THINKING, WAITING, RESTING):
            await slot.statuses.show(PLACE, activity)
        await slot.statuses.close()

    with caplog.at_level(logging.WARNING, "adapters.slack.statuses"):
        asyncio.run(main())
    assert [record.message for record in caplog.records if "agent_session_stopped" in record.message] != []
    assert len(caplog.records) == 1


# Lines
def test_what_is_no_agent_is_asked_again_only_later():
    async def main() -> None:
        slot = Slot(sessions=False)
        await slot.statuses.show(PLACE, THINKING)
        await slot.statuses.show(PLACE, DEPLOYING)
        assert (slot.set, slot.refused) == (["is thinking…", "is running deploy…"], 1)
        slot.sessions = True
        await slot.clock.advance(RETRY)
        await slot.statuses.show(PLACE, THINKING)
        assert slot.set[-1] == "processing"
        await slot.statuses.close()

    asyncio.run(main())


def test_a_post_clears_the_line_by_itself_and_work_that_goes_on_is_shown_again():
    async def main() -> None:
        slot = Slot(sessions=False)
        await slot.statuses.show(PLACE, THINKING)
        slot.statuses.posted(PLACE)
        await slot.clock.advance(AGAIN + GRACE)
        assert slot.set == ["is thinking…"] * 2
        await slot.statuses.show(PLACE, RESTING)
        slot.statuses.posted(PLACE)
        await slot.clock.advance(REFRESH)
        assert slot.set == ["is thinking…"] * 2
        await slot.statuses.close()

    asyncio.run(main())


def test_a_line_that_no_post_clears_is_cleared():
    async def main() -> None:
        slot = Slot(sessions=False)
        await slot.statuses.show(PLACE, THINKING)
        await slot.statuses.show(PLACE, RESTING)
        assert slot.set == ["is thinking…"]
        await slot.clock.advance(2 * GRACE)
        assert slot.set == ["is thinking…", ""]
        await slot.statuses.close()

    asyncio.run(main())


def test_where_slack_has_no_statuses_it_is_asked_once():
    async def main() -> None:
        slot = Slot(sessions=False)
        slot.error = CallRefused("assistant.threads.setStatus", "missing_scope", "chat:write")
        await slot.statuses.show(PLACE, THINKING)
        slot.error = None
        await slot.statuses.show(PLACE, DEPLOYING)
        await slot.clock.advance(5 * REFRESH)
        assert slot.set == []
        await slot.statuses.close()

    asyncio.run(main())
