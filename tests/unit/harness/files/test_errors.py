import re
from collections.abc import Iterator

from harness.files import errors


def test_the_tree_that_is_drawn_is_the_tree_that_there_is():
    drawn = re.findall(r"^((?:│   |    )*)[├└]── (\w+)", errors.__doc__ or "", re.MULTILINE)

    assert [(len(before) // 4, name) for before, name in drawn] == list(below(errors.FilesError, 0))


def below(kind: type[Exception], depth: int) -> Iterator[tuple[int, str]]:
    for each in kind.__subclasses__():
        yield depth, each.__name__
        yield from below(each, depth + 1)


def test_what_is_said_is_the_message_alone():
    assert str(errors.Missing("/a does not exist")) == "/a does not exist"
