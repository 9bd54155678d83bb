"""`files` of workspace.yaml: what is wrong says what would be right."""

import pytest

from harness.approvals.file_rules import FileRule
from harness.approvals.gate import Verdict
from harness.workspace import file_rules as reading
from harness.workspace.file_rules import file_rules
from harness.workspace.loading import parse
from harness.workspace.problems import WorkspaceError
from tests.unit.harness.workspace.reading import given_of, said
from tests.unit.harness.workspace.tools import TOOLS


def read(text: str) -> tuple[FileRule, ...]:
    given = given_of(text)
    found = file_rules(given)
    assert said(given) == []
    return found.rules


def test_a_rule_is_one_for_each_operation_and_path() -> None:
    found = read("[{operations: [read, write], paths: [/secret/**, /a//./b/], verdict: deny}]")
    assert [str(rule) for rule in found] == [
        "reading /secret/**", "reading /a/b", "writing /secret/**", "writing /a/b",
    ]  # fmt: skip
    assert {rule.verdict for rule in found} == {Verdict.DENY}


def test_they_stay_in_their_order_and_alternatives_are_spelt_out() -> None:
    first, second = "paths: ['/*.{key,pem}'], verdict: allow", "paths: [/**/**/x], verdict: ask"
    text = f"[{{operations: [read], {first}}}, {{operations: [read], {second}}}]"
    assert [(rule.path, rule.verdict) for rule in read(text)] == [
        ("/*.key", Verdict.ALLOW), ("/*.pem", Verdict.ALLOW), ("/**/x", Verdict.ASK),
    ]  # fmt: skip


def test_names_that_only_look_wrong_are_right() -> None:
    paths = ["/a..b", "/x~", "/.hidden/..."]
    assert [rule.path for rule in read(f"[{{operations: [read], paths: {paths}, verdict: ask}}]")] == paths


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("secret/**", "must begin with /, the root of the files, as in /secret/**, not secret/**"),
        ("/a/../b", "must be a path without .., written from /"),
        (r"/a\..\b", "must be a path without .."),
        ("..", "must be a path without .."),
        (r"/a\b", "must have / between folders, and no backslash"),
        ("~/x", "where ~ means nothing, not ~/x"),
        ("/~bob/x", "where ~ means nothing"),
        ("/" + "x" * 1000, "must have 1,000 characters at most"),
        ("/a\u202eb", "no control or invisible characters"),
        ("/" + "{a,b}" * 8, "more than 64 alternatives"),
    ],
)
def test_a_path_that_means_nothing_is_refused(path: str, why: str) -> None:
    given = given_of(f"[{{operations: [read], paths: ['{path}'], verdict: deny}}]")
    assert file_rules(given).rules == ()
    assert why in "\n".join(said(given))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{operations: [read]}", "must be a list, as in `[{operations: [read], paths: [/secret/**], verdict: deny}]`"),
        ("[/secret]", "must be a mapping, as in `{operations: [read], paths: [/secret/**], verdict: deny}`"),
        (
            "[{operations: [delete], paths: [/a], verdict: deny}]",
            "there is no operation delete; it may be read, write",
        ),
        ("[{operations: [read], paths: [/a], verdict: forbid}]", "there is no verdict forbid"),
        ("[{operations: [read], path: [/a], verdict: deny}]", "there is no such key; did you mean paths?"),
        (
            "[{operations: [read], verdict: deny}]",
            "needs paths, as in `{operations: [read], paths: [/secret/**], verdict: deny}`",
        ),
        ("[{operations: [], paths: [/a], verdict: deny}]", "is on nothing"),
        ("[{operations: [read], paths: /a, verdict: deny}]", "must be a list, as in `[/secret/**]`, not /a"),
        ("[{operations: read, paths: [/a], verdict: deny}]", "must be a list, as in `[read, write]`, not read"),
    ],
)
def test_what_is_wrong_says_what_would_be_right(text: str, why: str) -> None:
    given = given_of(text)
    assert file_rules(given).rules == ()
    assert why in "\n".join(said(given))


def test_it_is_told_with_file_line_and_key() -> None:
    text = "name: Robin\nfiles:\n  - operations: [read]\n    paths: [secret]\n    verdict: deny\n"
    with pytest.raises(WorkspaceError) as caught:
        parse(text, "workspace.yaml", TOOLS)
    assert str(caught.value).startswith("workspace.yaml:4: files[0].paths[0]: must begin with /")


def test_there_are_not_endlessly_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST", 1)
    given = given_of("[{operations: [read, write], paths: [/a], verdict: deny}]")
    file_rules(given)
    assert "may name 1 paths at most" in said(given)[0]
