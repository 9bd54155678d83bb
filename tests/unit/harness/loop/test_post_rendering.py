"""Messages as they are made of posts and asks, wherever that is done."""

from dataclasses import replace

from harness.approvals.deciders import Deciders
from harness.approvals.tokens import Token
from harness.chat.cards import Block, Button, Card, Feedback, Text
from harness.chat.phrases import Code, Link
from harness.loop import post_rendering
from harness.sessions.effects import (
    AdjustHeartbeat,
    AllowMode,
    AskAgain,
    ContinueTurn,
    MessageAction,
    Post,
    StopTurn,
    TakeBackAnswer,
    UndoNote,
)
from harness.sessions.notices import Brief, RemembersAgain, TurnEnded, Undecided
from harness.sessions.reasons import LimitHit
from harness.sessions.session import ModeRequest
from harness.tools.calls import At
from tests.laws.colleague import BOB, CHANNEL


def test_a_post_is_its_words() -> None:
    assert post_rendering.posted("t", Post("reply-1.1", CHANNEL, "Hello.")) == Text("Hello.")


def test_what_people_may_say_of_an_answer_names_it() -> None:
    body = post_rendering.posted("t", Post("reply-3.2", CHANNEL, "Hello.", answer=At(3, 2)))
    assert body == Text("Hello.", feedback=Feedback("t|3.2|good", "t|3.2|bad"))


def buttons(action: MessageAction) -> list[tuple[str, str]]:
    made = post_rendering.posted("t", Post("end-2", CHANNEL, "Well.", action=action)).buttons
    return [(button.label, button.token) for button in made]


def test_what_can_be_done_with_a_turn_is_a_button_about_it() -> None:
    [stop] = post_rendering.posted("t", Post("work-2", CHANNEL, notice=Brief("working"), action=StopTurn(2))).buttons
    assert stop == Button("Stop", str(Token("t", "2", "stop")), "danger")
    assert buttons(ContinueTurn(2)) == [("Continue", str(Token("t", "2", "continue")))]
    assert buttons(ContinueTurn(2, again=True)) == [("Try again", str(Token("t", "2", "continue")))]


def test_what_can_be_done_about_an_ask_or_a_mode_names_it() -> None:
    assert buttons(AskAgain("1.1.0#1")) == [("Ask again", "t|1.1.0#1|ask-again")]
    assert buttons(TakeBackAnswer("1.1.0#1")) == [("Not an answer", "t|1.1.0#1|no-answer")]
    assert buttons(AllowMode(7)) == [("Allow", "t|7|allow")]


def test_a_note_is_undone_by_a_button_that_names_it() -> None:
    assert buttons(UndoNote("team-1")) == [("Undo", "t|team-1|undo-note")]


def test_what_a_heartbeat_posts_has_its_buttons() -> None:
    post = Post("beat-2", CHANNEL, "It is red.", action=AdjustHeartbeat("own", 2))
    assert [(button.label, button.token) for button in post_rendering.posted("t", post).buttons] == [
        ("Less often", "t|own|beat-slower"),
        ("Mute here", "t|own|beat-mute"),
        ("Stop", "t|own|beat-end"),
        ("Useful", "t|own|beat-useful"),
    ]


def test_what_answers_people_goes_first_and_what_offers_to_stop_only_where_there_is_room() -> None:
    def haste(post: Post) -> str:
        return post_rendering.posted("t", post).haste

    assert haste(Post("reply-1.1", CHANNEL, "Hello.")) == ""
    assert haste(Post("end-1", CHANNEL, notice=TurnEnded(LimitHit("steps")))) == "first"
    assert haste(Post("told-1", CHANNEL, notice=Brief("stopped"))) == "first"
    assert haste(Post("told-2", CHANNEL, notice=RemembersAgain("Staging is alpha."))) == "first"
    assert haste(Post("work-1", CHANNEL, notice=Brief("working"), action=StopTurn(1))) == "spare"


def test_keys_name_the_thread() -> None:
    assert post_rendering.key("t", "reply-1.1") != post_rendering.key("u", "reply-1.1")


BUTTONS = (Button("Approve", "a"), Button("Deny…", "d"), Button("Edit…", "e"))
RUN = Card(("Run ", Code("make"), "?"), notes=("1 min at most",), buttons=BUTTONS)
EDIT = Card(("Edit a.md?",), blocks=(Block("- a\n+ b", "diff"),), notes=("+1 −1",), buttons=BUTTONS)


def test_who_decides_nothing_is_shown_what_waits_with_its_first_buttons() -> None:
    alone = post_rendering.undecided("t", Post("hint-1", CHANNEL, notice=Undecided(("1.1.0#1",))), [(RUN, "")])
    assert alone.plain == "That decides nothing. This is waiting:\n\nRun make? 1 min at most"
    assert [button.label for button in alone.buttons] == ["Approve", "Deny…"]


def test_the_little_that_one_card_is_about_is_shown_with_the_buttons() -> None:
    def hinted(card: Card) -> tuple[str, list[str]]:
        alone = post_rendering.undecided("t", Post("hint-1", CHANNEL, notice=Undecided(("1.1.0#1",))), [(card, "")])
        return alone.markdown, [button.label for button in alone.buttons]

    assert hinted(EDIT) == ("```\n- a\n+ b\n```", ["Approve", "Deny…"])
    for text in ("x" * 601, "```", "a\u202eb", "API_TOKEN=hunter2x4711"):
        assert hinted(replace(EDIT, blocks=(Block(text),))) == ("", []), text
    assert hinted(replace(EDIT, warning=("This did not run.",))) == ("", [])


def test_what_a_line_does_not_say_is_decided_on_its_card() -> None:
    post = Post("hint-1", CHANNEL, notice=Undecided(("1.1.0#1", "1.1.1#1")))
    both = post_rendering.undecided("t", post, [(RUN, "chat/1"), (EDIT, "chat/2")])
    assert both.plain.endswith("\n1. Run make? 1 min at most Open card\n2. Edit a.md? Open card")
    assert [button.label for button in both.buttons] == ["1. Approve", "1. Deny…"]
    assert Link("Open card", "chat/2") in both.lead


def test_a_mode_that_somebody_asks_for_waits_too() -> None:
    post = Post("hint-1", CHANNEL, notice=Undecided(("1.1.0#1",), "free"))
    wanted = ModeRequest(row=7, by=BOB, mode="free", needs=Deciders())
    both = post_rendering.undecided("t", post, [(RUN, "")], wanted)
    assert both.plain.endswith("\n2. Go on in free mode?")
    assert [(button.label, button.token) for button in both.buttons][-1] == ("2. Allow", "t|7|allow")
