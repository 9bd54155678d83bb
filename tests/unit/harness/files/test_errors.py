import re

from harness.files import errors


def test_the_tree_that_is_drawn_is_the_tree_that_there_is():
    drawn = re.findall(r"[├└]── (\w+)", errors.__doc__ or "")

    assert drawn == [kind.__name__ for kind in errors.FilesError.__subclasses__()]


def test_what_is_said_is_the_message_alone():
    assert str(errors.Missing("/a does not exist")) == "/a does not exist"
