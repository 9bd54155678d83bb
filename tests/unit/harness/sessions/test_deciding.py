"""Deciding in words: only where nobody can doubt what they are about."""

from typing import Self

import pytest

from harness.approvals.asks import Approve, Reject
from harness.approvals.deciders import Deciders
from harness.chat.people import Person, Place
from harness.sessions import facts as f
from harness.sessions.chat_words import agrees, decides
from harness.sessions.effects import CallModel, Post, PostAsk
from harness.sessions.notices import Undecided
from tests.laws.colleague import ANA, BOB, CHANNEL, CYD, DEE, DM, LEADS
from tests.unit.harness.sessions.script import Script


class Words(Script):
    """Bob has asked for it; its card was posted ten seconds after the epoch, by the platform's clock."""

    def __init__(self, *calls: tuple[str, str]) -> None:
        super().__init__()
        self.says(BOB, "ship it").replies(*(calls or (("deploy", "production"),))).posts(10.0)

    def posts(self, written: float | None, masked: bool = False) -> Self:
        for item in self.session.postings.outbox:
            if isinstance(item, PostAsk):
                shown = self.session.asks.answerable(item.ask)
                card = f"card {item.id}"
                self.tell(f.AskPosted(item.ask, item.place, card, shown, written=written, masked=masked))
        return self

    def writes(
        self, by: Person, text: str, at: float | None = 20.0, place: Place = CHANNEL, unseen: bool = False
    ) -> Self:
        message = "" if unseen else f"m{self.session.head + 1}"
        return self.tell(f.MessageReceived(by, place, text, message, unseen=unseen, written=at))

    @property
    def hinted(self) -> list[tuple[Person, tuple[str, ...]]]:
        """Who was shown the buttons of which asks."""
        posts = [post for post in self.session.postings.outbox if isinstance(post, Post)]
        return [(post.to, post.notice.asks) for post in posts if post.to and isinstance(post.notice, Undecided)]


@pytest.mark.parametrize("text", ["approve", "Approve.", " APPROVE! "])
def test_the_word_alone_approves(text: str) -> None:
    assert decides(text) == Approve()
    assert Words().writes(ANA, text).settled() == "approved by Ana"


def test_a_denial_has_its_reason() -> None:
    words = Words().writes(ANA, "deny: not on a Friday, Bob")
    assert words.settled() == "denied by Ana: not on a Friday, Bob"
    assert words.session.turn
    assert ANA in words.session.turn.authors


@pytest.mark.parametrize(
    "text", ["approve it if the tests pass", "I would approve", "approve?", "denying", "deny it", ""]
)
def test_a_sentence_that_has_the_word_in_it_decides_nothing(text: str) -> None:
    assert decides(text) is None


def test_who_may_not_decide_is_told_who_may() -> None:
    words = Words().writes(DEE, "approve")
    assert not words.settled()
    assert "Bob" in words.last_note


def test_what_was_written_before_the_card_was_there_decides_nothing() -> None:
    words = Words().writes(ANA, "approve", at=9.9)
    assert not words.settled()
    assert words.hinted == [(ANA, ("1.1.0#1",))]


def test_what_a_card_shows_only_later_is_decided_by_no_word() -> None:
    """A card was found after a crash, and is drawn anew with what it did not show before, perhaps."""
    words = Script().says(BOB, "ship it").replies(("deploy", "production"), ("fetch", "it"))
    [posted] = words.wanted(PostAsk)
    words.tell(f.AskPosted(posted.ask, posted.place, "card", (), written=10.0))
    words.tell(f.CardSettled(posted.place, "card", posted.ask, shows=("1.1.0#1", "1.1.1#1"), face="both"))
    words.answers(CYD, Approve())
    words.tell(f.MessageReceived(ANA, CHANNEL, "approve", "m9", written=12.0))
    assert words.settled("1.1.1#1") == ""
    assert "1.1.1#1" in {ask.id for ask in words.session.asks.open}


def test_what_nobody_knows_the_time_of_decides_nothing() -> None:
    assert Words().writes(ANA, "approve", at=None).hinted
    assert Script().says(BOB).replies(("deploy", "x")).shows().says(ANA, "approve").settled() == ""


def test_where_the_card_is_not_it_decides_nothing() -> None:
    assert Words().writes(ANA, "approve", place=DM).hinted == [(ANA, ("1.1.0#1",))]


def test_where_nobody_sees_it_it_decides_nothing() -> None:
    assert not Words().writes(ANA, "approve", unseen=True).settled()


def test_one_of_several_is_not_decided_in_words() -> None:
    words = Words(("deploy", "production"), ("fetch", "it")).writes(ANA, "approve")
    assert words.hinted == [(ANA, ("1.1.0#1", "1.1.1#1"))]


def test_it_decides_nothing_that_was_not_alone_when_it_was_written() -> None:
    """Ana means the first, which somebody else has decided by then."""
    words = Words(("deploy", "production"), ("fetch", "it"))
    words.now = 25.0
    words.answers(CYD, Approve()).writes(ANA, "approve", at=20.0)
    assert words.settled("1.1.1#1") == ""
    words.writes(ANA, "approve", at=36.0)
    assert words.settled("1.1.1#1") == "approved by Ana"


def test_clocks_that_differ_make_no_word_later_than_it_is() -> None:
    """Ours is ten seconds behind: Cyd decides the first when it is 28 on the platform, and here 18."""
    words = Words(("deploy", "production"), ("fetch", "it"))
    words.now = 18.0
    words.answers(CYD, Approve()).writes(ANA, "approve", at=20.0)
    assert words.settled("1.1.1#1") == ""
    assert words.hinted == [(ANA, ("1.1.1#1",))]
    words.writes(ANA, "approve", at=29.0)
    assert words.settled("1.1.1#1") == "approved by Ana"


def test_a_correction_decides_nothing() -> None:
    words = Words().says(ANA, "hm")
    words.tell(f.MessageCorrected(ANA, CHANNEL, f"m{words.session.head}", "approve"))
    assert not words.settled()


def test_where_it_takes_two_each_word_is_one() -> None:
    words = Words(("pay", "all")).writes(ANA, "approve")
    assert "needed: 1" in words.last_note
    assert not words.settled()
    words.writes(CYD, "approve", at=21.0)
    assert words.settled() == "approved by Cyd"


@pytest.mark.parametrize("text", ["yes", "ok", "OK!", "go ahead", "Yes.", "sure", "do it", "lgtm", "👍"])
def test_what_sounds_like_a_yes_shows_the_buttons_and_decides_nothing(text: str) -> None:
    assert agrees(text)
    words = Words().writes(ANA, text)
    assert not words.settled()
    assert words.hinted == [(ANA, ("1.1.0#1",))]
    assert not words.wanted(CallModel), "no model is asked about that"
    words.answers(ANA, Reject()).tell()
    assert words.session.turn
    assert text in str(words.rows)


def test_a_yes_is_a_word_like_any_other_where_nothing_is_to_be_decided() -> None:
    assert Script().says(BOB, "yes").wanted(CallModel)
    assert Script().says(BOB, "approve").wanted(CallModel)


def test_a_yes_to_a_question_is_its_answer() -> None:
    words = Words(("ask_user", "{}")).writes(BOB, "yes")
    assert words.settled() == "answered by Bob"


def test_a_word_that_comes_just_after_somebody_has_decided_is_told_so_and_later_it_is_a_word() -> None:
    words = Words().answers(BOB, Reject("no")).replies(text="I see.")
    words.now += 30.0
    assert words.writes(ANA, "approve").session.turn is None
    assert words.last_note == "This was denied by Bob: no."
    words.now += 120.0
    assert words.writes(ANA, "approve").session.turn


WANTED = f.ModeRequested(BOB, CHANNEL, "free", "", needs=Deciders(LEADS, requester=False))


def test_while_a_mode_is_asked_for_words_decide_nothing_and_whoever_may_is_shown_both() -> None:
    words = Words().tell(WANTED)
    words.writes(ANA, "approve")
    assert not words.settled()
    assert words.session.mode_request
    [notice] = [post.notice for post in outgoing(words) if isinstance(post.notice, Undecided)]
    assert notice == Undecided(("1.1.0#1",), "free")


def test_with_nothing_but_a_mode_asked_for_the_word_is_no_request() -> None:
    script = Script().says(BOB).replies(text="done").tell(WANTED)
    script.tell(f.MessageReceived(ANA, CHANNEL, "approve", "m9"))
    assert script.session.turn is None
    assert Undecided((), "free") in [post.notice for post in outgoing(script)]
    assert script.says(DEE, "approve").session.turn, "who may not allow it says something"


def test_what_merely_agrees_is_listed_as_not_read_yet_and_can_be_taken_back() -> None:
    words = Words().writes(ANA, "ok")
    [waiting] = words.session.inbox.waiting
    assert waiting.by == ANA
    assert words.session.turn
    assert words.session.turn.aside is None, "it is answered with what comes next"
    words.tell(f.MessageDropped(ANA, CHANNEL, waiting.position))
    assert not words.session.inbox.waiting


def outgoing(script: Script) -> list[Post]:
    return [post for post in script.session.postings.outbox if isinstance(post, Post)]


def masked_card() -> Words:
    words = Words.__new__(Words)
    Script.__init__(words)
    words.says(BOB, "ship it").replies(("deploy", "production")).posts(10.0, masked=True)
    return words


@pytest.mark.parametrize("text", ["approve", "deny: no"])
def test_no_word_decides_while_a_part_of_the_card_is_hidden(text: str) -> None:
    words = masked_card().writes(ANA, text)
    assert not words.settled()
    assert "Open “Show secrets…”" in words.last_note


def test_once_somebody_has_opened_what_is_hidden_a_word_decides() -> None:
    words = masked_card()
    [ask] = words.session.asks.open
    words.tell(f.SecretsShown(ask.id, ANA))
    assert words.writes(ANA, "approve").settled() == "approved by Ana"


def test_a_card_that_is_drawn_anew_stays_one_with_a_hidden_part() -> None:
    words = masked_card()
    [card] = words.session.asks.cards
    words.tell(f.CardSettled(card.place, card.message, card.ask, shows=card.shows, face="another face"))
    assert not words.writes(ANA, "approve").settled()
