"""Messages as they are made of posts and asks, wherever that is done."""

from harness.approvals.tokens import Token
from harness.chat.cards import Button, Feedback, Text
from harness.loop import post_rendering
from harness.sessions.effects import Offer, Post
from harness.tools.calls import At
from tests.laws.colleague import CHANNEL


def test_a_post_is_its_words() -> None:
    assert post_rendering.posted("t", Post("reply-1.1", CHANNEL, "Hello.")) == Text("Hello.")


def test_what_people_may_say_of_an_answer_names_it() -> None:
    body = post_rendering.posted("t", Post("reply-3.2", CHANNEL, "Hello.", answer=At(3, 2)))
    assert body == Text("Hello.", feedback=Feedback("t|3.2|good", "t|3.2|bad"))


def test_an_offer_is_a_button_about_its_turn() -> None:
    stop = post_rendering.text("t", "This takes a while.", Offer("stop", 2, "This took a while."))
    assert stop.buttons == (Button("Stop", str(Token("t", "2", "stop")), "danger"),)
    [go_on] = post_rendering.posted(
        "t", Post("end-2", CHANNEL, "Stopped.", offer=Offer("continue", 2, "Stopped."))
    ).buttons
    assert (go_on.label, go_on.token) == ("Continue", str(Token("t", "2", "continue")))
    [again] = post_rendering.text("t", "It failed.", Offer("continue", 2, "It failed.", again=True)).buttons
    assert (again.label, again.token) == ("Try again", go_on.token)


def test_what_is_offered_about_an_ask_names_it() -> None:
    buttons = [
        post_rendering.text("t", "told", Offer(verb, 0, "told", ask="1.1.0#1")).buttons[0]
        for verb in ("ask-again", "no-answer")
    ]
    assert [(button.label, button.token) for button in buttons] == [
        ("Ask again", "t|1.1.0#1|ask-again"),
        ("Not an answer", "t|1.1.0#1|no-answer"),
    ]


def test_what_a_heartbeat_posts_has_its_buttons() -> None:
    post = Post("beat-2", CHANNEL, "It is red.", offer=Offer("beat", 2, "It is red.", beat="own"))
    assert [(button.label, button.token) for button in post_rendering.posted("t", post).buttons] == [
        ("Less often", "t|own|beat-slower"),
        ("Mute here", "t|own|beat-mute"),
        ("Stop", "t|own|beat-end"),
        ("Useful", "t|own|beat-useful"),
    ]


def test_keys_name_the_thread() -> None:
    assert post_rendering.key("t", "reply-1.1") != post_rendering.key("u", "reply-1.1")
