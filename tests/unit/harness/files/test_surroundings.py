from harness.files.port import NumberedLine
from harness.files.surroundings import MOST, first, matches, surrounded

TEXT = "".join(f"{number}\n" for number in range(1, 101))


def found(*numbers: int) -> tuple[NumberedLine, ...]:
    return tuple(NumberedLine(number, str(number)) for number in numbers)


def test_each_line_is_there_once_and_in_order():
    shown = surrounded(TEXT, found(1, 3, 100), 1)
    assert [(line.number, line.match) for line in shown] == [
        (1, True), (2, False), (3, True), (4, False), (99, False), (100, True),
    ]  # fmt: skip
    assert all(line.text == str(line.number) for line in shown)


def test_nothing_around_is_what_was_found_and_there_is_an_end_to_it():
    assert surrounded(TEXT, found(3), 0) == found(3)
    assert surrounded(TEXT, (), 3) == ()
    assert len(surrounded(TEXT, found(50), 1_000)) == 2 * MOST + 1


def test_as_many_are_kept_with_what_is_around_these():
    shown = surrounded(TEXT, found(3, 10), 1)
    assert [line.number for line in first(shown, 1)] == [2, 3, 4, 9]
    assert first(shown, 0) == ()
    assert (matches(shown), first(shown, 2)) == (2, shown)
