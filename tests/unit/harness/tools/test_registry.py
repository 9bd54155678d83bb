import pytest
from pydantic import BaseModel

from harness.tools.registry import OwnTools, Registry
from harness.tools.tool import Tool


class Nothing(BaseModel):
    pass


LS = Tool("ls", "Lists.", "read", Nothing)
CAT = Tool("cat", "Shows.", "read", Nothing)
RM = Tool("rm", "Removes.", "edit", Nothing)


def test_tools_are_found_by_name_and_keep_their_order():
    registry = Registry([RM, LS])

    assert list(registry) == ["rm", "ls"]
    assert registry["ls"] is LS
    assert registry.get("cp") is None
    assert len(registry) == 2


def test_two_tools_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two tools are called ls"):
        Registry([LS, RM, LS])


def test_the_categories_are_those_of_its_tools():
    assert Registry([LS, CAT, RM]).categories == {"read", "edit"}
    assert Registry([]).categories == frozenset()


def test_a_teams_own_come_last_and_what_is_missing_of_them_may_be_named():
    own = OwnTools({"tools/a.py": (CAT,)}, missing=frozenset({"mend"}))
    registry = Registry([LS]).having(own)
    assert list(registry) == ["ls", "cat"]
    assert registry.nameable == {"ls", "cat", "mend"}
    assert "mend" not in registry
    with pytest.raises(ValueError, match="two tools are called cat"):
        Registry([CAT]).having(own)
