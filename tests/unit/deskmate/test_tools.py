"""What a team's own code imports: it works as before, and knows of itself what a tool is made of."""

import pytest

from deskmate.tools import OTHER, TIMEOUT, Declared, Preview, Progress, tool


@tool
def bare(order: str) -> str:
    """Looks an order up."""
    return order.upper()


@tool(category="read", timeout=5, repeatable=True, outside=False)
def told(order: str) -> str:
    """Looks it up."""
    return order


def test_a_function_is_called_as_before_and_known_by_its_name_and_docstring() -> None:
    assert bare("a") == "A"
    assert (bare.__name__, bare.__doc__, bare.__module__) == ("bare", "Looks an order up.", __name__)  # type: ignore[attr-defined]


def test_what_is_not_said_is_the_careful_one() -> None:
    assert (bare.category, bare.timeout, bare.repeatable, bare.outside) == (OTHER, TIMEOUT, False, True)
    assert (told.category, told.timeout, told.repeatable, told.outside) == ("read", 5, True, False)
    assert isinstance(told, Declared)


def test_a_preview_is_kept_with_its_tool_and_stays_a_function() -> None:
    @told.preview
    def would(order: str) -> Preview:
        return Preview(diff=f"- {order}")

    assert told.previewing is would
    assert would("a") == Preview(diff="- a")


def test_progress_says_nothing_where_nobody_looks() -> None:
    said = list[str]()
    Progress()("half")
    Progress(said.append)("half")
    assert said == ["half"]


def test_it_imports_nothing_of_ours() -> None:
    import deskmate.tools

    assert {name for name in vars(deskmate.tools) if name in ("harness", "adapters", "bot", "pydantic")} == set()
    with pytest.raises(AttributeError):
        Preview().diff = "x"  # type: ignore[misc]
