"""The Chat port on lines that cannot be changed any more."""

import asyncio
from collections.abc import Awaitable, Callable

from adapters.terminal.chat import TerminalChat
from adapters.terminal.gateway import HERE
from harness.chat.cards import Button, Card, Text
from harness.chat.people import Person
from harness.chat.port import Activity

CARD = Card("May I?", "Deploy", buttons=(Button("Approve", "a"), Button("Deny…", "d", form=True)))


def on_a_terminal(act: Callable[[TerminalChat], Awaitable[None]]) -> list[str]:
    lines: list[str] = []

    async def main() -> None:
        await act(TerminalChat("Deskmate", lines.append))

    asyncio.run(main())
    return lines


def test_what_was_posted_is_found_by_its_key() -> None:
    async def act(chat: TerminalChat) -> None:
        assert await chat.find(HERE, "k") is None
        assert await chat.post(HERE, "k", Text("hi")) == await chat.find(HERE, "k")

    assert on_a_terminal(act) == ["Deskmate: hi"]


def test_numbers_of_open_cards_differ_and_go_with_their_card() -> None:
    async def act(chat: TerminalChat) -> None:
        first, second = await chat.post(HERE, "k1", CARD), await chat.post(HERE, "k2", CARD)
        assert sorted(chat.menu) == [1, 2, 3, 4]
        assert chat.message_of(chat.menu[3]) == second
        await chat.update(HERE, first, "k1", Card("May I?", "Deploy", outcome="Approved by Ana"))
        assert sorted(chat.menu) == [3, 4]

    assert on_a_terminal(act)[-1] == "  ✓ Deploy: Approved by Ana"


def test_a_live_message_is_written_once_when_it_is_final() -> None:
    async def act(chat: TerminalChat) -> None:
        message = await chat.post(HERE, "k", Text("so f", live=True))
        await chat.stream(HERE, message, "so far")
        await chat.update(HERE, message, "k", Text("so far so good"))

    assert on_a_terminal(act) == ["Deskmate: so far so good"]


def test_a_live_message_that_is_left_as_it_stands_shows_how_far_it_came() -> None:
    async def act(chat: TerminalChat) -> None:
        message = await chat.post(HERE, "k", Text("so f", live=True))
        await chat.stream(HERE, message, "so far")
        await chat.finish(HERE, message)

    assert on_a_terminal(act) == ["Deskmate: so far …"]


def test_notes_receipts_and_activity_are_shown() -> None:
    async def act(chat: TerminalChat) -> None:
        await chat.tell(HERE, Person("terminal", "", "me"), "Accepted.")
        await chat.react(HERE, "m", "waiting")
        await chat.react(HERE, "m", "heard")
        await chat.show(HERE, Activity("is thinking…"))
        assert chat.activity == "is thinking…"

    assert on_a_terminal(act) == ["  · Accepted.", "  · will be heard at the next step", "  · heard"]
