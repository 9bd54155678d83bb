"""A finding is one line."""

from bot.doctor.finding import STATUS, Finding


def test_it_is_one_line_whose_first_word_says_how_bad_it_is() -> None:
    assert str(Finding("data", "ok", "can be written")) == "ok     data         can be written"
    assert str(Finding("model", "setting", "a\n  b")) == "WRONG  model        a b"
    assert str(Finding("journal", "wrong", "gone")).startswith("WRONG")
    assert str(Finding("events", "note", "look")).startswith("note ")


def test_a_wrong_setting_outweighs_what_else_is_wrong() -> None:
    assert STATUS["ok"] == STATUS["note"] == 0
    assert 0 < STATUS["wrong"] < STATUS["setting"]
