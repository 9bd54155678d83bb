import pytest

from harness.tools.schedules import Cron, Hours, Interval


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
        (Interval(7_200.0, Hours(540, 1_080), "Europe/Berlin"), "every 2 h, 9–18 (Berlin)"),
        (Interval(5_400.0, Hours(570, 1_440)), "every 1 h 30 min, 9:30–24 (UTC)"),
    ],
)
def test_people_read_how_often_and_when(cadence: Interval, words: str) -> None:
    assert str(cadence) == words


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("0 9 * * mon-fri", "weekdays at 9:00 (New York)"),
        ("0 9 * * 1-5", "weekdays at 9:00 (New York)"),
        ("30 7 * * *", "every day at 7:30 (New York)"),
        ("0 9 * * 1", "Mondays at 9:00 (New York)"),
        ("0 9 * * 0", "Sundays at 9:00 (New York)"),
        ("0 9 * * mon,Thu", "Mondays, Thursdays at 9:00 (New York)"),
        ("5 * * * *", "every hour at :05 (New York)"),
        ("*/5 * * * *", "at the times of */5 * * * * (New York)"),
        ("0 9 1 * *", "at the times of 0 9 1 * * (New York)"),
        ("0 9 * * 1#1", "at the times of 0 9 * * 1#1 (New York)"),
    ],
)
def test_people_read_a_cron_expression_in_words_where_it_has_some(expression: str, words: str) -> None:
    assert str(Cron(expression, "America/New_York")) == words
