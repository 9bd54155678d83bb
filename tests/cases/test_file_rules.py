"""`files` of workspace.yaml, on all tools that have to do with files."""

from pathlib import Path

import pytest

from harness.approvals.gate import Verdict
from harness.approvals.reasons import RuleReason
from harness.tools.previews import FileChange, FilesGone, Foreseen, Unfeasible
from tests.unit.harness.toolbox.ruled import Ruled, by_rules

ALLOW, ASK, DENY = Verdict.ALLOW, Verdict.ASK, Verdict.DENY
FREE = "permissions: {categories: {read: allow, edit: allow, message: allow}}\n"
READING = [
    ("read_file", {"file_path": "{}"}),
    ("send_file", {"file_path": "{}"}),
    ("grep", {"path": "{}", "pattern": "word"}),
    ("ls", {"path": "{}"}),
    ("glob", {"path": "{}", "pattern": "*"}),
]
WRITING = [
    ("write_file", {"file_path": "{}", "content": "new"}),
    ("edit_file", {"file_path": "{}", "old_string": "word", "new_string": "new"}),
    ("delete", {"file_path": "{}"}),
]


def rules(*said: str, free: str = FREE) -> str:
    return f"{free}files:\n" + "".join(f"  - {{{one}}}\n" for one in said)


def on(tool: tuple[str, dict[str, str]], path: str) -> tuple[str, dict[str, str]]:
    return tool[0], {key: value.replace("{}", path) for key, value in tool[1].items()}


def verdict(at: Ruled, tool: tuple[str, dict[str, str]], path: str) -> Verdict:
    name, arguments = on(tool, path)
    return at.verdict(name, **arguments)


SECRET = rules(
    "operations: [read], paths: [/secret/**], verdict: deny", "operations: [read], paths: [/hr/**], verdict: ask"
)


@pytest.mark.parametrize("tool", READING)
def test_each_way_to_read_is_bound_and_none_to_write(tmp_path: Path, tool: tuple[str, dict[str, str]]) -> None:
    at = by_rules(tmp_path, SECRET, "secret/deep/key", "hr/deep/pay", "open/deep/a")
    assert [verdict(at, tool, f"/{name}/deep") for name in ("secret", "hr", "open")] == [DENY, ASK, ALLOW]


@pytest.mark.parametrize("tool", WRITING)
def test_each_way_to_write_is_bound_and_none_to_read(tmp_path: Path, tool: tuple[str, dict[str, str]]) -> None:
    text = SECRET.replace("read]", "write]")
    at = by_rules(tmp_path, text, "secret/deep/key", "hr/deep/pay", "open/deep/a")
    assert [verdict(at, tool, path) for path in ("/secret/deep/key", "/hr/deep/pay", "/open/deep/a")] == [
        DENY,
        ASK,
        ALLOW,
    ]
    assert {verdict(at, each, "/secret/deep") for each in READING} == {ALLOW}
    assert {verdict(by_rules(tmp_path, SECRET), tool, "/secret/deep/key")} == {ALLOW}


def test_a_denial_of_what_is_below_is_none_of_the_folder_itself(tmp_path: Path) -> None:
    at = by_rules(tmp_path, SECRET, "secret/key")
    assert at.verdict("ls", path="/secret") is ALLOW
    assert at.does("ls", path="/secret").text == "[1 entry left out: a rule keeps it from me]"
    assert at.verdict("ls", path="/secret/sub") is DENY


def test_a_denial_comes_before_any_question(tmp_path: Path) -> None:
    text = rules("operations: [read], paths: [/a/b], verdict: deny", "operations: [read], paths: [/a/**], verdict: ask")
    at = by_rules(tmp_path, f"{text}after_untrusted: {{read: ask}}\n", "a/b", "a/c")
    assert at.judged("read_file", file_path="/a/b").why == RuleReason("denied", "reading /a/b")
    assert at.judged("read_file", file_path="/a/c").why == RuleReason("asked", "reading /a/**")


def test_the_first_rule_wins_and_an_exception_allows_nothing_that_others_ask(tmp_path: Path) -> None:
    text = rules(
        "operations: [write], paths: [/docs/drafts/**], verdict: allow",
        "operations: [write], paths: [/docs/**], verdict: deny",
        free="",
    )
    at = by_rules(tmp_path, text, "docs/a", "docs/drafts/b")
    assert at.verdict("write_file", file_path="/docs/a", content="") is DENY
    assert at.verdict("write_file", file_path="/docs/drafts/b", content="") is ASK, "as edits are, if nothing is said"


def test_no_voice_is_above_a_denial_or_a_question_of_another(tmp_path: Path) -> None:
    text = rules(
        "operations: [read], paths: [/hr/**], verdict: ask",
        free='permissions: {rules: [{category: read, match: "/hr/pay", verdict: deny}]}\nmodes: {free: {yolo: true}}\n',
    )
    at = by_rules(tmp_path, text, "hr/pay", "hr/open")
    assert at.verdict("read_file", file_path="/hr/pay") is DENY
    assert at.verdict("read_file", file_path="/hr/open") is ASK, "whatever a mode lets through"


def test_where_a_link_leads_is_judged(tmp_path: Path) -> None:
    at = by_rules(tmp_path, SECRET, "secret/key", "open/a")
    (tmp_path / "open" / "way").symlink_to(tmp_path / "secret")
    assert at.verdict("read_file", file_path="/open/way/key") is DENY
    assert at.verdict("grep", path="/open/way", pattern="word") is DENY


def test_listings_leave_out_what_is_denied_and_name_what_is_asked(tmp_path: Path) -> None:
    text = SECRET.replace("/secret/**", "/secret")
    at = by_rules(tmp_path, text, "secret/key", "hr/pay", "a.md")
    listed = at.does("ls", path="/").text
    assert "/hr/" in listed
    assert "/secret" not in listed
    assert "1 entry left out" in listed
    found = at.does("glob", pattern="**").text.splitlines()
    assert [line for line in found if line.startswith("/")] == ["/a.md", "/hr/pay"]


def test_a_search_from_above_is_not_asked_and_shows_nothing_that_is(tmp_path: Path) -> None:
    at = by_rules(tmp_path, SECRET, "secret/key", "hr/pay", "a.md")
    assert at.verdict("grep", pattern="word") is ALLOW
    assert at.does("grep", pattern="word").text.splitlines() == [
        "/a.md", "[not searched: 2 files (that a rule keeps from me)]",
    ]  # fmt: skip
    assert at.verdict("grep", path="/hr", pattern="word") is ASK
    assert at.does("grep", path="/hr", pattern="word").text == "/hr/pay", "once it was asked about"
    assert at.verdict("grep", path="/secret", pattern="word") is DENY


def test_a_pattern_that_leads_elsewhere_is_judged_where_it_leads(tmp_path: Path) -> None:
    at = by_rules(tmp_path, SECRET, "secret/key", "workspace/a")
    assert at.verdict("glob", pattern="/secret/**", path="/workspace") is DENY
    upwards = at.does("glob", pattern="../secret/*", path="/workspace")
    assert not upwards.ok
    assert "/secret/key" not in upwards.text


def test_what_is_denied_anywhere_below_keeps_a_folder(tmp_path: Path) -> None:
    text = rules("operations: [write], paths: ['/**/*.key'], verdict: deny")
    at = by_rules(tmp_path, text, "job/app/a.key", "job/notes.txt")
    assert at.verdict("delete", file_path="/job") is ALLOW, "it is seen once it is looked at"
    kept = at.does("delete", file_path="/job")
    assert not kept.ok
    assert "a rule keeps me from deleting /job/app/a.key, so nothing of /job was deleted" in kept.text
    unfeasible = at.foreseen("delete", file_path="/job")
    assert isinstance(unfeasible, Unfeasible), "and nobody is asked"
    assert (tmp_path / "job" / "notes.txt").exists()
    assert at.does("delete", file_path="/job/notes.txt").ok


def test_what_is_asked_anywhere_below_is_asked_and_then_goes(tmp_path: Path) -> None:
    text = rules("operations: [write], paths: ['/job/*.log'], verdict: ask")
    at = by_rules(tmp_path, text, "job/a.log", "job/notes.txt")
    assert at.verdict("delete", file_path="/job/notes.txt") is ALLOW, "a name beside it is not meant"
    assert at.judged("delete", file_path="/job").why == RuleReason("asked", "writing /job/*.log")
    assert isinstance(at.foreseen("delete", file_path="/job"), Foreseen)
    assert at.does("delete", file_path="/job").ok


def test_a_rule_on_a_folder_keeps_what_is_in_it(tmp_path: Path) -> None:
    at = by_rules(tmp_path, rules("operations: [write], paths: ['/job/*'], verdict: deny"), "job/app/child")
    assert at.verdict("delete", file_path="/job/app/child") is DENY
    everywhere = by_rules(tmp_path, rules("operations: [write], paths: ['/**/x'], verdict: deny"), "job/app/x/y")
    assert not everywhere.does("delete", file_path="/job").ok


@pytest.mark.parametrize("said", ["deny", "ask"])
def test_people_are_not_shown_what_may_not_be_read(tmp_path: Path, said: str) -> None:
    text = rules(f"operations: [read], paths: [/secret/**], verdict: {said}")
    at = by_rules(tmp_path, text, "secret/key")
    replaced = at.foreseen("write_file", file_path="/secret/key", content="new")
    gone = at.foreseen("delete", file_path="/secret/key")
    assert isinstance(replaced, Foreseen)
    assert isinstance(gone, Foreseen)
    for seen in (replaced.preview, gone.preview):
        assert isinstance(seen, FileChange | FilesGone)
        assert (seen.hidden, seen.diff) == ("ruled", "")


def test_where_nothing_is_said_nothing_is_looked_at(tmp_path: Path) -> None:
    at = by_rules(tmp_path, FREE)
    assert at.gate.files is None
    assert {tool.permits for tool in at.tools.values()} == {None}


def test_what_is_a_threads_own_is_changed_unasked_unless_something_else_is_said(tmp_path: Path) -> None:
    write = {"file_path": "/scratch/a", "content": ""}
    for text, verdict in (
        ("permissions: {categories: {edit: ask}}\n", ALLOW),
        ("permissions: {categories: {edit: deny}}\n", DENY),
        ('permissions: {rules: [{category: edit, match: "/scratch/*", verdict: ask}]}\n', ASK),
        (rules("operations: [write], paths: [/scratch/**], verdict: ask"), ASK),
    ):
        at = by_rules(tmp_path, text)
        assert at.verdict("write_file", **write) is verdict, text
    usual = by_rules(tmp_path, "name: Robin\n")
    assert not usual.does("write_file", file_path="/scratch/../a", content="").ok
    assert usual.verdict("write_file", file_path="/scratchy/a", content="") is ASK
    assert usual.verdict("write_file", file_path="/scratch/.git/hooks/x", content="") is ASK, "as anywhere"
