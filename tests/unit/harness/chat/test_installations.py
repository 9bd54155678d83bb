"""An installation, as it may be logged."""

from harness.chat.installations import Installation


def test_a_token_is_not_shown():
    assert "xoxb" not in repr(Installation("T1", "", "xoxb-1", "UB1"))
