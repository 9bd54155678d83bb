import pytest

from harness.tools.schedules import Hours, Interval
from harness.workspace.intervals import NotAnInterval, interval


@pytest.mark.parametrize(
    ("words", "right"),
    [
        (("30m",), Interval(1_800.0)),
        (("1d", "", "Asia/Tokyo"), Interval(86_400.0, None, "Asia/Tokyo")),
        (("2h", "9-18", "Europe/Berlin"), Interval(7_200.0, Hours(540, 1_080), "Europe/Berlin")),
        (("300s", "22:30-6", "UTC"), Interval(300.0, Hours(1_350, 360), "UTC")),
    ],
)
def test_how_often_and_when(words: tuple[str, ...], right: Interval) -> None:
    assert interval(*words) == right


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("often",), "often does not say how often: a duration from 5 min to 1 d, like 30m or 2h"),
        (("",), "it is not said how often: a duration from 5 min"),
        (("4m",), "4m does not say how often"),
        (("2d",), "2d does not say how often"),
        (("1h", "9-9", "UTC"), "9-9 are no hours of the day: they are like 9-18"),
        (("1h", "25-26", "UTC"), "25-26 are no hours of the day"),
        (("1h", "9-18", "Mars/Base"), "there is no time zone Mars/Base: names are like Europe/Berlin or UTC"),
        (("1h", "9-18"), "it is not said in which time zone 9-18 are"),
    ],
)
def test_what_says_no_cadence_is_told_what_would_be_right(words: tuple[str, ...], why: str) -> None:
    with pytest.raises(NotAnInterval) as told:
        interval(*words)
    assert str(told.value).startswith(why)
