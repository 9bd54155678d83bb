"""A button's token leads to its thread and ask, and nothing else passes for one."""

import pytest

from harness.approvals.tokens import VERBS, Token


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_a_token_survives_its_journey(verb: str) -> None:
    token = Token("0123456789abcdef", "12.3.0#2", verb)  # type: ignore[arg-type]
    assert Token.parse(str(token)) == token
    assert len(str(token)) < 100, "Discord docs: a custom_id has at most 100 characters"


@pytest.mark.parametrize("text", ["", "approve", "a|b", "a|b|c|d", "a|b|launch"])
def test_what_is_no_token_of_ours_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Token.parse(text)


def test_a_token_knows_its_ask_and_how_many_of_its_card_it_is_about() -> None:
    one, several = Token("t", "3.1.0#1", "approve"), Token("t", "3.1.0#1+3", "reject-all")
    assert (one.ask, one.rows) == ("3.1.0#1", 0)
    assert (several.ask, several.rows) == ("3.1.0#1", 3)
    assert Token("t", "3.1.0#1+x", "reject-all").rows == 0
