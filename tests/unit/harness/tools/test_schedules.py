import pytest

from harness.tools.schedules import Hours, Interval


def test_the_end_of_the_hours_is_not_in_them() -> None:
    hours = Hours(9 * 60, 18 * 60)
    assert [hours.hold(minute) for minute in (539, 540, 1_079, 1_080)] == [False, True, True, False]


def test_hours_may_go_over_midnight() -> None:
    hours = Hours(22 * 60, 6 * 60)
    assert [hours.hold(minute) for minute in (0, 359, 360, 1_319, 1_320)] == [True, True, False, False, True]


@pytest.mark.parametrize(
    ("cadence", "words"),
    [
        (Interval(1_800.0), "every 30 min"),
        (Interval(7_200.0, Hours(540, 1_080), "Europe/Berlin"), "every 2 h, 9–18 in Europe/Berlin"),
        (Interval(5_400.0, Hours(570, 1_440)), "every 1 h 30 min, 9:30–24 in UTC"),
    ],
)
def test_people_read_how_often_and_when(cadence: Interval, words: str) -> None:
    assert str(cadence) == words
