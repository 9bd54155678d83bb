"""Draws `docs/states.md` from the tables of statuses: `python -m tests.architecture.states`."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from harness.sessions import ask_status, call_status, post_status

PAGE = Path(__file__).parents[2] / "docs" / "states.md"
HEAD = """# The lives of things

Drawn from the tables in the code by `python -m tests.architecture.states`; a test compares.
What has no arrow cannot happen.
"""

DRAWN: Mapping[str, tuple[str, Mapping[type, Mapping[str, type]], type]] = {
    "A call": ("harness/sessions/call_status.py", call_status.TRANSITIONS, call_status.Proposed),  # type: ignore[dict-item]
    "An ask": ("harness/sessions/ask_status.py", ask_status.TRANSITIONS, ask_status.Unposted),  # type: ignore[dict-item]
    "What is owed": ("harness/sessions/post_status.py", post_status.TRANSITIONS, post_status.Pending),  # type: ignore[dict-item]
}


def page() -> str:
    return "\n".join([HEAD, *(_drawn(name, *drawn) for name, drawn in DRAWN.items())])


def _drawn(name: str, file: str, table: Mapping[type, Mapping[str, type]], first: type) -> str:
    return "\n".join(
        [f"## {name}", "", f"`{file}`", "", "```mermaid", "stateDiagram-v2", *_lines(table, first), "```", ""]
    )


def _lines(table: Mapping[type, Mapping[str, type]], first: type) -> Iterator[str]:
    yield f"    [*] --> {first.__name__}"
    ends = set[type]()
    for status, events in table.items():
        by_target = defaultdict[type, list[str]](list)
        for event, then in events.items():
            by_target[then].append(event)
        for then, names in by_target.items():
            yield f"    {status.__name__} --> {then.__name__}: {', '.join(names)}"
            if then not in table:
                ends.add(then)
    for end in sorted(ends, key=lambda end: end.__name__):
        yield f"    {end.__name__} --> [*]"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
