"""A refusal says itself why, for people."""

from harness.loop.refusals import SET_ASIDE, NotAdmitted


def test_a_refusal_is_its_words() -> None:
    assert str(NotAdmitted(SET_ASIDE)) == SET_ASIDE
    assert "Your message is saved" in SET_ASIDE
