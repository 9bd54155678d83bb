"""What cannot be done now is tried again, sooner at first, and not for ever."""

from adapters.discord.patience import patience


def test_it_is_tried_again_at_once_and_for_hours():
    waits = list(patience())
    assert waits[0] < 1.0
    assert waits == sorted(waits)
    assert 2 * 3_600 < sum(waits) < 24 * 3_600
