import inspect
import re

from harness.chat import port
from harness.chat.port import Activity, Chat, ChatError


def test_the_tree_of_errors_that_is_drawn_is_the_tree_that_there_is():
    drawn = re.findall(r"[├└]── (\w+)", port.__doc__ or "")

    assert drawn == [kind.__name__ for kind in ChatError.__subclasses__()]


def test_all_that_speaks_can_be_waited_for_and_says_where():
    methods = {name: method for name, method in vars(Chat).items() if inspect.isfunction(method) and name[0] != "_"}

    assert methods
    for method in methods.values():
        assert inspect.iscoroutinefunction(method)
        assert list(inspect.signature(method).parameters)[:2] == ["self", "place"]


def test_nothing_going_on_is_an_empty_activity():
    assert Activity() == Activity("resting", "")
