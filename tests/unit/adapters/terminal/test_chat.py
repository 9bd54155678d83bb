"""The Chat port on lines that cannot be changed any more."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from adapters.terminal.chat import TerminalChat
from adapters.terminal.gateway import HERE
from adapters.terminal.page import Page
from harness.chat.cards import Button, Card, Task, Text
from harness.chat.people import Person
from harness.chat.phrases import Code
from harness.chat.port import Activity

CARD = Card(("Deploy?",), buttons=(Button("Approve", "a"), Button("Deny…", "d", form=True)))


def on_a_terminal(act: Callable[[TerminalChat], Awaitable[None]]) -> list[str]:
    lines: list[str] = []

    async def main() -> None:
        await act(TerminalChat("Deskmate", lines.append, Page, lambda: 0.0))

    asyncio.run(main())
    return lines


def test_what_was_posted_is_found_by_its_key() -> None:
    async def act(chat: TerminalChat) -> None:
        assert await chat.find(HERE, "k") is None
        assert await chat.post(HERE, "k", Text("hi")) == await chat.find(HERE, "k")

    assert on_a_terminal(act) == ["\nDeskmate: hi"]


def test_the_newest_card_has_the_short_numbers_and_says_how_the_older_one_is_answered() -> None:
    async def act(chat: TerminalChat) -> None:
        first, second = await chat.post(HERE, "k1", CARD), await chat.post(HERE, "k2", other)
        choices = chat.menus.choices
        assert [chat.menus.message_of(choices[typed]) for typed in ("1", "2.2", "1.1")] == [second, second, first]

    other = Card(("Restart?",), buttons=(Button("Approve", "a2"), Button("Deny…", "d2", form=True)))
    _, newest = on_a_terminal(act)
    assert newest.split("\n")[1:] == [
        "┌ Restart?",
        "│  1  Approve",
        "│  2  Deny…",
        "└",
        "  · also open: Deploy? (1.1 to 1.2)",
    ]


def test_an_older_card_is_shown_again_when_the_newest_is_settled() -> None:
    async def act(chat: TerminalChat) -> None:
        await chat.post(HERE, "k1", CARD)
        await chat.post(HERE, "k2", Card(("Restart?",), buttons=(Button("Approve", "a2"),)))
        await chat.update(HERE, "k2", "k2", Card(("Restart?",), outcome=("Restart · denied by Ana",)))
        assert chat.menus.choices["1"].token == "a"

    first, _, settled, again = on_a_terminal(act)
    assert settled == "  Restart · denied by Ana"
    assert again == first


def test_numbers_go_with_their_card() -> None:
    async def act(chat: TerminalChat) -> None:
        await chat.post(HERE, "k1", CARD)
        await chat.update(HERE, "k1", "k1", Card(("Deploy?",), outcome=("Deployed · approved by Ana",)))
        assert not chat.menus.choices
        assert {"1", "2"} <= chat.menus.ever

    assert on_a_terminal(act)[-1] == "  Deployed · approved by Ana"


def test_what_was_just_written_into_a_form_is_not_said_again() -> None:
    async def act(chat: TerminalChat) -> None:
        chat.filled_in(["why? ", ""])
        assert await chat.post(HERE, "k1", Text("why?", lead=("Ana", " asks:"))) == await chat.find(HERE, "k1")
        await chat.post(HERE, "k2", Text("why?"))
        await chat.post(HERE, "k3", Text("", lead=("Stopped.",)))
        chat.filled_in(["another"])
        await chat.post(HERE, "k4", Text("why?", lead=("Bob", " asks:")))

    assert on_a_terminal(act) == ["\nDeskmate: why?", "\nDeskmate: Stopped.", "\nDeskmate: Bob asks:\n\nwhy?"]


def test_a_live_message_is_written_once_when_it_is_final() -> None:
    async def act(chat: TerminalChat) -> None:
        message = await chat.post(HERE, "k", Text("so f", live=True))
        await chat.stream(HERE, message, Text("so far"))
        await chat.update(HERE, message, "k", Text("so far so good"))

    assert on_a_terminal(act) == ["\nDeskmate: so far so good"]


def test_a_live_message_that_is_left_as_it_stands_shows_how_far_it_came() -> None:
    async def act(chat: TerminalChat) -> None:
        message = await chat.post(HERE, "k", Text("so f", live=True))
        await chat.stream(HERE, message, Text("so far"))
        await chat.finish(HERE, message)

    assert on_a_terminal(act) == ["\nDeskmate: so far …"]


def test_a_message_that_is_written_is_not_written_again_for_what_is_done_meanwhile() -> None:
    async def act(chat: TerminalChat) -> None:
        message = await chat.post(HERE, "k", Text("Working on it."))
        await chat.stream(HERE, message, Text("Working on it.", tasks=(Task("a", "Read /notes.md"),)))
        await chat.update(HERE, message, "k", Text("This took a while."))

    assert on_a_terminal(act) == ["\nDeskmate: Working on it."]


def test_messages_are_named_by_their_keys_so_that_they_are_known_after_a_restart() -> None:
    async def act(chat: TerminalChat) -> None:
        assert await chat.post(HERE, "thread:ask", CARD) == "thread:ask"

    on_a_terminal(act)
    on_a_terminal(act)


def test_the_card_of_an_earlier_process_is_settled_and_takes_no_choices_from_others() -> None:
    async def act(chat: TerminalChat) -> None:
        await chat.post(HERE, "new", CARD)
        await chat.update(HERE, "old", "old", Card(("Delete?",), outcome=("Delete · denied by Ana",)))
        assert {"1", "2"} < set(chat.menus.choices)

    assert on_a_terminal(act)[-1] == "  Delete · denied by Ana"


def test_an_offer_that_is_withdrawn_loses_its_number_and_is_not_written_again() -> None:
    async def act(chat: TerminalChat) -> None:
        await chat.post(HERE, "k1", Text("Stopped.", buttons=(Button("Continue", "c"),)))
        await chat.post(HERE, "k2", Text("hi"))
        assert {choice.label for choice in chat.menus.choices.values()} == {"Continue"}
        await chat.update(HERE, "k1", "k1", Text("Stopped."))
        assert not chat.menus.choices

    assert len(on_a_terminal(act)) == 2


def test_receipts_quote_what_was_said_until_it_is_heard() -> None:
    async def act(chat: TerminalChat) -> None:
        chat.says("m1", "be\nbrief")
        chat.says("m2", "x" * 80)
        await chat.react(HERE, "m1", "waiting")
        await chat.react(HERE, "m1", "heard")
        await chat.react(HERE, "m2", "heard")
        await chat.react(HERE, "of an earlier process", "heard")
        await chat.react(HERE, "m1", "dropped")

    assert on_a_terminal(act) == [
        "  · will be heard at the next step: “be brief”",
        "  · heard: “be brief”",
        f"  · heard: “{'x' * 60}…”",
        "  · heard",
        "  · not to be heard",
    ]


def test_notes_are_shown() -> None:
    async def act(chat: TerminalChat) -> None:
        await chat.tell(HERE, Person("terminal", "", "me"), Text("This is no longer open."))
        for settled_says_more in ("Accepted.", "Noted."):
            await chat.tell(HERE, Person("terminal", "", "me"), Text(settled_says_more))

    assert on_a_terminal(act) == ["  · This is no longer open."]


def test_activity_is_written_only_where_there_is_no_line_below() -> None:
    lines: list[str] = []

    async def main() -> None:
        for shows in (False, True):
            chat = TerminalChat("Robin", lines.append, Page, lambda: 0.0, shows_activity=shows)
            await chat.show(HERE, Activity("working", "is thinking…"))
            await chat.show(HERE, Activity())

    asyncio.run(main())
    assert lines == ["  · Robin is thinking…"]


def test_a_row_that_is_settled_is_told_once_and_the_others_keep_their_numbers() -> None:
    def row(name: str, outcome: str = "") -> Card:
        return Card(
            (name,), buttons=() if outcome else (Button("Approve", name),), outcome=(outcome,) if outcome else ()
        )

    async def act(chat: TerminalChat) -> None:
        message = await chat.post(HERE, "k", Card(("Do these 2 things?",), rows=(row("a"), row("b"))))
        await chat.update(HERE, message, "k", Card(("Do these 2 things?",), rows=(row("a", "a: approved"), row("b"))))
        assert {item.token for item in chat.menus.choices.values()} == {"b"}
        assert list(chat.menus.choices) == ["1.2", "2"]
        await chat.update(
            HERE, message, "k", Card(("Do these 2 things?",), rows=(row("a", "a: approved"), row("b", "b: denied")))
        )
        assert not chat.menus.choices

    assert on_a_terminal(act)[1:] == ["  a: approved", "  b: denied"]


def test_what_is_called_otherwise_since_is_told() -> None:
    def row(name: str, outcome: str = "") -> Card:
        return Card(
            (name,), buttons=() if outcome else (Button("Approve", name),), outcome=(outcome,) if outcome else ()
        )

    def card(first: Card, left: int) -> Card:
        return Card(("Do these?",), rows=(first, row("b"), row("c")), buttons=(Button(f"Approve all ({left})", "all"),))

    async def act(chat: TerminalChat) -> None:
        await chat.post(HERE, "k", card(row("a"), 3))
        for _ in range(2):
            await chat.update(HERE, "k", "k", card(row("a", "a: denied"), 2))
        assert chat.menus.choices["4"].label == "Approve all (2)"

    assert on_a_terminal(act)[1:] == ["  a: denied", "  · 4 is now “Approve all (2)”"]


def test_what_is_told_may_be_answered_until_more_is_told() -> None:
    me = Person("terminal", "", "me")

    async def act(chat: TerminalChat) -> None:
        await chat.tell(HERE, me, Text("Taken as your answer.", buttons=(Button("Not an answer", "n"),)))
        assert {item.token for item in chat.menus.choices.values()} == {"n"}
        await chat.tell(HERE, me, Text("This is no longer open."))
        assert not chat.menus.choices

    assert on_a_terminal(act) == ["  · Taken as your answer.\n  1  Not an answer", "  · This is no longer open."]


def test_what_decides_nothing_is_told_with_the_numbers_of_the_cards_that_are_there() -> None:
    me, other = Person("terminal", "", "me"), Card(("Restart?",), buttons=(Button("Approve", "a2"),))
    use_the_button = Text("That decides nothing. Use the button below.", buttons=CARD.buttons)

    async def act(chat: TerminalChat) -> None:
        await chat.post(HERE, "k", CARD)
        await chat.tell(HERE, me, use_the_button)
        assert {typed: item.label for typed, item in chat.menus.choices.items() if "." not in typed} == {
            "1": "Approve",
            "2": "Deny…",
        }
        await chat.post(HERE, "k2", other)
        await chat.tell(HERE, me, Text("Use the buttons.", buttons=(*CARD.buttons, *other.buttons)))

    _, told, _, both = on_a_terminal(act)
    assert told == "  · That decides nothing. Choose by number:\n    Deploy? (1 to 2)"
    assert both == "  · That decides nothing. Choose by number:\n    Deploy? (1.1 to 1.2)\n    Restart? (1)"


def test_an_approved_call_is_told_once_when_it_has_ended_with_what_it_put_out() -> None:
    async def act(chat: TerminalChat) -> None:
        await chat.post(HERE, "k", CARD)
        await chat.update(HERE, "k", "k", Card(("t",), outcome=("Deploy · approved",), call="1.1.0", unfinished=True))
        assert not chat.menus.choices
        chat.ran("1.1.0", "all is well\n[exit code 0]")
        for _ in range(2):
            await chat.update(HERE, "k", "k", Card(("t",), outcome=("Deployed · exit 0",), call="1.1.0"))

    assert on_a_terminal(act)[1:] == ["  Deployed · exit 0\n    all is well"]


def test_what_a_settled_card_offers_has_a_number_until_it_offers_nothing() -> None:
    always = Card(("t",), outcome=("Wrote x · approved",), buttons=(Button("Revoke", "r"),))

    async def act(chat: TerminalChat) -> None:
        await chat.post(HERE, "old", Card(("Restart?",), buttons=(Button("Approve", "restart"),)))
        await chat.post(HERE, "k", CARD)
        await chat.update(HERE, "k", "k", replace(always, unfinished=True))
        for _ in range(2):
            await chat.update(HERE, "k", "k", always)
        assert chat.menus.choices["1"].token == "restart", "the older one has the short numbers"
        [typed] = [typed for typed, item in chat.menus.choices.items() if item.token == "r"]
        assert f"  · {typed} is “Revoke”" in lines
        await chat.update(HERE, "k", "k", replace(always, buttons=()))
        assert typed not in chat.menus.choices

    lines = list[str]()

    async def main() -> None:
        await act(TerminalChat("Deskmate", lines.append, Page, lambda: 0.0))

    asyncio.run(main())
    assert sum("Revoke" in line for line in lines) == 1


def test_of_a_row_that_is_settled_it_is_told_what_can_be_done_about_it_and_that_it_was() -> None:
    def card(*rows: Card) -> Card:
        return Card(("Do these?",), rows=rows)

    def pending(name: str) -> Card:
        return Card((name,), buttons=(Button("Approve", name),))

    def edited(name: str, *more: str, undo: bool = True) -> Card:
        buttons = (Button("Undo", f"undo {name}"),) if undo else ()
        return Card((name,), outcome=(f"Edited {name}", *more), buttons=buttons)

    async def act(chat: TerminalChat) -> None:
        message = await chat.post(HERE, "k", card(pending("a"), pending("b")))
        for _ in range(2):
            await chat.update(HERE, message, "k", card(edited("a"), pending("b")))
        await chat.update(HERE, message, "k", card(edited("a"), edited("b")))
        assert [chat.menus.choices[typed].token for typed in ("1.3", "1.4")] == ["undo a", "undo b"]
        for _ in range(2):
            await chat.update(HERE, message, "k", card(edited("a", " · undone by Ana", undo=False), edited("b")))

    assert on_a_terminal(act)[1:] == [
        "  Edited a",
        "  · 1.3 is “Undo”",
        "  Edited b",
        "  · 1.4 is “Undo”",
        "  Edited a · undone by Ana",
    ]


def test_what_nobody_was_asked_about_is_told_when_it_has_ended() -> None:
    async def act(chat: TerminalChat) -> None:
        chat.ran("1.1.0", "clean\n[exit code 0]", ("▪ Ran ", Code("git status"), " · exit 0"))

    assert on_a_terminal(act) == ["  ▪ Ran `git status` · exit 0\n    clean"]
