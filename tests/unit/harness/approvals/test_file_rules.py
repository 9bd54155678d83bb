"""What rules on files mean, and what they leave."""

from time import process_time

import pytest
from pydantic import BaseModel

from harness.approvals.file_rules import FileRule, FileRules
from harness.approvals.gate import Gate, Judged, Reach, Rule, Verdict
from harness.tools.calls import ToolCall
from harness.tools.tool import AnyTool, Operation, Tool

ALLOW, ASK, DENY = Verdict.ALLOW, Verdict.ASK, Verdict.DENY


class Empty(BaseModel):
    """Nothing."""


def rule(path: str, verdict: Verdict = DENY, operation: Operation = "read") -> FileRule:
    return FileRule(operation, path, verdict)


def tool(operation: Operation | None) -> AnyTool:
    return Tool("any", "", "read", BaseModel, operation=operation)


READS, WRITES = tool("read"), tool("write")


@pytest.mark.parametrize(
    ("pattern", "path", "meant"),
    [
        ("/secret/**", "/secret", False),
        ("/secret/**", "/secret/a/.b", True),
        ("/secret/**", "/secrets/a", False),
        ("/secret", "/secret", True),
        ("/secret", "/secret/a/b", True),
        ("/secret", "/secrets", False),
        ("/hr/caf\u00e9/**", "/hr/cafe\u0301/pay", True),
        ("/hr/cafe\u0301", "/hr/caf\u00e9", True),
        ("/job/*.log", "/job/notes.txt", False),
        ("/job/*.log", "/job/a.log", True),
        ("/job/*.log", "/job/app/a.log", False),
        ("/job/*", "/job/app/child", True),
        ("/job/*", "/job", False),
        ("/**/x", "/x", True),
        ("/**/x", "/.a/b/x", True),
        ("/**/x", "/a/bx", False),
        ("/a/**/b/c", "/a/b/c", True),
        ("/a/**/b/c", "/a/1/2/b/c", True),
        ("/[!a]?.md", "/bc.md", True),
        ("/[!a]?.md", "/ac.md", False),
        ("/a[!b]c", "/a/c", False),
        ("/a.c", "/abc", False),
        ("/", "/", True),
        ("/", "/a", True),
        ("/**", "/a", True),
        ("/**", "/", False),
    ],
)
def test_a_rule_means_a_path_and_all_that_is_in_it(pattern: str, path: str, meant: bool) -> None:
    assert rule(pattern).means(path) is meant


@pytest.mark.parametrize(
    ("pattern", "folder", "may"),
    [
        ("/job/*.log", "/job", True),
        ("/job/*.log", "/job/notes.txt", False),
        ("/job/*", "/job/app/child", True),
        ("/**/x", "/a/b", True),
        ("/a/b", "/", True),
        ("/a/b", "/c", False),
        ("/a/**/b", "/a/c/d", True),
    ],
)
def test_it_is_known_where_something_that_it_means_may_be(pattern: str, folder: str, may: bool) -> None:
    assert rule(pattern).may_mean_in(folder) is may


@pytest.mark.parametrize(
    ("pattern", "path"), [("/**/secret/**/*.key", "/secret" * 20_000), ("/*a*a*a*a*a*a*b", "/" + "a" * 2_000)]
)
def test_looking_takes_no_more_time_than_a_path_is_long(pattern: str, path: str) -> None:
    before = process_time()
    assert not rule(pattern).means(path)
    assert process_time() - before < 2.0, "to try each way would take minutes"


def test_it_is_known_what_can_be_said_without_a_look() -> None:
    assert [rule(path).whole for path in ("/a/b/**", "/a", "/**", "/a/*/b", "/**/x")] == ["/a/b", "/a", "/", "", ""]
    assert [rule(path).begins for path in ("/a/b*/c", "/a/*", "/*", "/**/x")] == ["/a", "/a", "/", "/"]


def test_the_first_rule_that_means_a_path_decides() -> None:
    rules = FileRules((rule("/hr/open/**", ALLOW), rule("/hr/**"), rule("/**", ASK)))
    said = [rules.says(READS, Reach(path))[0] for path in ("/hr/open/a", "/hr/a", "/a")]
    assert said == [ALLOW, DENY, ASK]
    assert rules.says(WRITES, Reach("/hr/a")) == (ALLOW, ""), "rules on reading say nothing of writing"
    assert rules.says(tool(None), Reach("/hr/a")) == (ALLOW, "")


def test_a_call_is_judged_by_the_gravest_of_what_it_touches() -> None:
    rules = FileRules((rule("/secret/**"), rule("/hr/**", ASK)))
    assert rules.says(READS, Reach("/link", ("/secret/key",))) == (DENY, "reading /secret/**")
    assert rules.says(READS, Reach("/hr/a", ("/secret/key",)))[0] is DENY, "denied without asking"
    assert rules.says(READS, Reach("/secret", below=("/secret/**",)))[0] is DENY, "what looks through all of it"
    assert rules.says(READS, Reach("/secret"))[0] is ALLOW, "the folder itself is not what lies below it"
    assert rules.says(READS, Reach("/", below=("/**",)))[0] is ALLOW, "it is left to what the search comes upon"
    assert rules.says(READS, Reach("F1", places=("/hr/x",)))[0] is ASK


def test_what_changes_a_folder_is_asked_where_anything_in_it_may_be() -> None:
    rules = FileRules((rule("/job/*.key", ASK, "write"), rule("/job/app/**", DENY, "write")))
    assert rules.says(WRITES, Reach("/job", below=("/job/**",))) == (ASK, "writing /job/*.key")
    assert rules.says(WRITES, Reach("/job/notes.txt", below=("/job/notes.txt/**",)))[0] is ALLOW
    assert rules.says(WRITES, Reach("/job/app", below=("/job/app/**",)))[0] is DENY
    permits = rules.permits(WRITES, Reach("/job", below=("/job/**",)))
    assert (permits("/job/a.key"), permits("/job/app/b")) == (True, False)


def test_a_search_leaves_out_what_it_was_not_asked_about_and_a_list_names_it() -> None:
    rules = FileRules((rule("/secret/**"), rule("/hr/**", ASK)))
    searching, listing = rules.permits(READS, Reach("/")), rules.permits(READS, Reach("/"), listing=True)
    asked = rules.permits(READS, Reach("/hr", below=("/hr/**",)))
    assert [permits("/hr/a") for permits in (searching, listing, asked)] == [False, True, True]
    assert not any(permits("/secret/a") for permits in (searching, listing, asked))
    assert searching("/a")


def test_nothing_is_left_that_is_asked_or_denied() -> None:
    may = FileRules((rule("/open/**", ALLOW), rule("/secret/**"), rule("/hr/**", ASK))).leaves("read")
    assert [may(path) for path in ("/open/a", "/secret/a", "/hr/a", "/b")] == [True, False, False, True]


def test_a_tool_is_bound_by_rules_on_what_it_does() -> None:
    rules = FileRules((rule("/a"),))
    assert [rules.bind(each) for each in (READS, WRITES, tool(None))] == [True, False, False]


def test_what_another_rule_on_files_asks_about_by_now_was_not_approved() -> None:
    def asked(path: str) -> Judged:
        call = ToolCall("1.1.0", "any", "{}")
        one = Tool("any", "", "read", Empty, operation="read", subject=lambda arguments: path)
        rules = FileRules((rule("/hr/**", ASK), rule("/law/**", ASK)))
        return Gate({"any": one}, (Rule(ALLOW, category="read"),), files=rules).judge(call, 0.0)

    hr, law = asked("/hr/new.md"), asked("/law/case.md")
    assert law.tightens(hr)
    assert law.asks_anew(hr)
    assert not asked("/hr/other.md").asks_anew(hr)
