"""What people say waits until it is heard, each by themselves."""

from harness.sessions.inbox import Guidance, Inbox, Queued, Unheard
from harness.tools.values import replace
from tests.laws.colleague import ANA, BOB, CHANNEL


def guidance(position: int) -> Guidance:
    return Guidance(position, BOB, CHANNEL, f"m{position}")


def test_the_last_words_of_each_count() -> None:
    inbox = Inbox().listening(BOB, 3, kept=True, ours=True).listening(ANA, 4, kept=False, ours=False)
    inbox = inbox.listening(BOB, 5, kept=False, ours=False)
    assert inbox.unheard == (Unheard(ANA, 4), Unheard(BOB, 5, kept=3, ours=3))
    assert inbox.pending, "what Bob said to us is in no request"
    assert not replace(inbox, requested_through=3).pending


def test_a_reply_covers_what_was_said_up_to_it_and_no_more() -> None:
    inbox = replace(Inbox().listening(BOB, 3, True, True), guidance=(guidance(3), guidance(5)))
    inbox = inbox.listening(BOB, 5, False, True)
    heard = inbox.heard(4)
    assert heard.unheard == (Unheard(BOB, 5, ours=5),)
    assert heard.guidance == (guidance(5),)
    assert inbox.heard(5) == replace(inbox, unheard=(), guidance=())


def test_what_waits_is_in_the_order_in_which_it_will_be_heard() -> None:
    queued = Queued(position=4, by=ANA, place=CHANNEL, message="m4", together=False)
    inbox = Inbox(guidance=(guidance(3), guidance(6)), queue=(queued,), requested_through=5)
    assert inbox.waiting == [guidance(6), queued]


def test_words_taken_back_leave_what_else_was_said() -> None:
    inbox = replace(Inbox().listening(BOB, 3, False, True), guidance=(guidance(3), guidance(5)))
    inbox = inbox.listening(BOB, 5, False, True)
    assert inbox.without({5}).unheard == (Unheard(BOB, 3, ours=3),)
    assert inbox.without({3, 5}).unheard == ()
    assert replace(inbox, requested_through=5).without({5}).unheard == inbox.unheard, "a request holds it"
