"""The pictures of statuses are those of the tables."""

from tests.architecture.states import PAGE, page


def test_the_pictures_are_those_of_the_tables():
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tests.architecture.states`"
