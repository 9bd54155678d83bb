"""Skills that were read narrow what is left, each of them, and let nothing run."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.gate import Gate, Judged, Rule, Verdict
from harness.tools.calls import ToolCall
from harness.tools.changes import ToolsNarrowed
from harness.tools.registry import Registry
from harness.tools.skills import AllowedTool
from harness.tools.tool import AnyTool
from tests.unit.harness.workspace.tools import Words, tool

TOOLS = Registry(
    [
        *(tool(name, "read") for name in ("skill", "no_op", "write_todos", "report", "poll", "kill")),
        *(tool(name, "read") for name in ("read_file", "grep", "wakeups")),
        *(tool(name, "edit") for name in ("write_file", "edit_file")),
        tool("execute", "execute", unsandboxed=True),
    ]
)
RULES = (
    Rule(Verdict.ALLOW, category="read"),
    Rule(Verdict.ALLOW, tool="execute", match="git status*"),
    Rule(Verdict.DENY, tool="edit_file"),
)
GATE = Gate(TOOLS, RULES, held=frozenset({"owner", "approver"}))


def pdf(*left: AllowedTool) -> ToolsNarrowed:
    return ToolsNarrowed("pdf", left)


def judged(name: str, words: str = "", *narrowed: ToolsNarrowed) -> Judged:
    call = ToolCall("1.1.0", name, Words(words=words).model_dump_json())
    return replace(GATE, narrowed=narrowed).judge(call, 0.0)


def verdict(name: str, words: str = "", *narrowed: ToolsNarrowed) -> str:
    return judged(name, words, *narrowed).verdict.name


def test_what_it_leaves_is_judged_as_ever() -> None:
    left = pdf(AllowedTool("read_file"), AllowedTool("write_file"), AllowedTool("edit_file"))
    assert verdict("read_file", "/a.md", left) == "ALLOW"
    assert verdict("write_file", "/a.md", left) == "ASK"
    assert verdict("edit_file", "/a.md", left) == "DENY"


def test_what_it_does_not_leave_is_denied_and_says_by_which_and_what_it_leaves() -> None:
    why = judged("wakeups", "", pdf(AllowedTool("read_file"), AllowedTool("execute", "git*"))).why
    assert (why.code, why.about, why.among) == ("skill", "pdf", ("read_file", "execute git*"))
    why = judged("wakeups", "", pdf(AllowedTool("Reed"), AllowedTool("read_file"))).why
    assert why.among == ("read_file",), "of what there is"


@pytest.mark.parametrize("name", ["skill", "no_op", "write_todos", "report", "poll", "kill"])
def test_a_turn_can_always_read_on_and_end_itself_and_what_it_has_begun(name: str) -> None:
    assert verdict(name, "x", pdf()) == "ALLOW"


def test_what_asks_people_is_always_left() -> None:
    asks = replace(tool("ask_user", "question"), kind="question")
    assert (
        replace(GATE, tools={"ask_user": asks}, narrowed=(pdf(),))
        .judge(ToolCall("1.1.0", "ask_user", "[]"), 0.0)
        .why.code
        == "malformed"
    ), "and not for the skill"


def test_the_files_of_skills_can_always_be_read_and_no_others() -> None:
    assert verdict("read_file", "/skills/pdf/forms.md", pdf()) == "ALLOW"
    assert verdict("grep", "/skills", pdf()) == "ALLOW"
    for path in ("/skills-x/a.md", "/a.md", "/", "/skillsx"):
        assert verdict("read_file", path, pdf()) == "DENY"
    led = replace(tool("read_file", "read"), leads=lambda arguments: ("/secret.md",))
    read = ToolCall("1.1.0", "read_file", '{"words": "/skills/pdf/x"}')
    assert replace(GATE, tools={"read_file": led}, narrowed=(pdf(),)).judge(read, 0.0).verdict is Verdict.DENY


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("git status", "ALLOW"),
        ("git push", "ASK"),
        ("git", "ASK"),
        ("gitk", "DENY"),
        ("git status; rm x", "DENY"),
        ("git status && git push", "DENY"),
        ("rm x", "DENY"),
    ],
)
def test_of_commands_it_leaves_single_ones_by_whole_words(command: str, expected: str) -> None:
    assert verdict("execute", command, pdf(AllowedTool("execute", "git*"))) == expected


def test_of_files_it_leaves_those_that_its_patterns_mean() -> None:
    left = pdf(AllowedTool("write_file", "/docs/**"), AllowedTool("read_file", "~/x"))
    assert verdict("write_file", "/docs/deep/a.md", left) == "ASK"
    assert verdict("write_file", "/a.md", left) == "DENY"
    assert verdict("read_file", "/a.md", left) == "DENY"


NARROWED = st.builds(
    ToolsNarrowed,
    st.sampled_from(["pdf", "deploy"]),
    st.lists(
        st.builds(
            AllowedTool,
            st.sampled_from(["read_file", "grep", "write_file", "edit_file", "execute", "none"]),
            st.sampled_from(["", "git*", "git status*", "/docs/*", "/*"]),
        ),
        max_size=4,
    ).map(tuple),
)
CALLS = st.tuples(
    st.sampled_from(sorted(TOOLS)),
    st.sampled_from(["", "git status", "git push; rm x", "/docs/a.md", "/skills/pdf/a.md", "/a.md"]),
)


@given(CALLS, st.lists(NARROWED, max_size=3), NARROWED)
def test_reading_one_more_lets_nothing_run_that_did_not_and_asks_nothing_less(
    call: tuple[str, str], read: list[ToolsNarrowed], more: ToolsNarrowed
) -> None:
    before, after = judged(*call, *read), judged(*call, *read, more)
    assert after == before or after.verdict is Verdict.DENY
    assert verdict(*call, *read, more) == verdict(*call, more, *read)


def test_a_tool_of_another_name_is_none_that_it_leaves() -> None:
    other: AnyTool = tool("read", "read")
    assert (
        replace(GATE, tools={"read": other}, narrowed=(pdf(AllowedTool("read_file")),))
        .judge(ToolCall("1.1.0", "read", "{}"), 0.0)
        .verdict
        is Verdict.DENY
    )
