"""Options and operands that a `*` covers, program by program."""

import pytest

from harness.approvals.programs import READS_ONLY, covered, harmless_script, leading, program, proposal


def plain(command: str, *, addressed: bool = False) -> bool:
    name, *words = command.split()
    return all(covered(name, words, addressed=addressed))


@pytest.mark.parametrize(
    "command",
    [
        "git status -sb",
        "git log -5 --oneline",
        "git log -Sword",
        "git diff -U3",
        "rg -tpy x",
        "sort -k2 -t, a",
        "ls --any=x",
    ],
)
def test_harmless_options_are_covered_alone_joined_and_with_values(command: str) -> None:
    assert plain(command)


@pytest.mark.parametrize(
    "command",
    ["git status --o", "git log -sO", "git fetch --all", "sort -ro x", "rg -zf x", "find -H -delete", "pytest -qp x"],
)
def test_options_that_no_table_lists_are_not(command: str) -> None:
    assert not plain(command)


def test_an_unknown_program_has_plain_words_only() -> None:
    assert program("frobnicate") is None
    assert covered("frobnicate", ["a", "-x", "k=v", "@f", "--", "-y", "b"], addressed=False) == [
        True, False, False, False, False, False, True,
    ]  # fmt: skip


def test_after_the_end_of_options_a_known_program_takes_operands() -> None:
    assert plain("git log -- --output=x")
    assert not plain("make -- -f"), "make passes more than file names"


def test_an_address_is_covered_where_the_rule_names_none() -> None:
    assert plain("curl https://a.example")
    assert not plain("curl https://a.example", addressed=True)


@pytest.mark.parametrize(
    ("name", "script", "harmless"),
    [
        ("sed", "1,20p", True),
        ("sed", "/a/,/b/d", True),
        ("sed", "s/a;b/c/g", False),
        ("sed", "s|a|b|gI;2q", True),
        ("sed", "$!d", True),
        ("sed", "1e", False),
        ("sed", "r /etc/passwd", False),
        ("sed", "s/a/b/w x", False),
        ("sed", "p" * 2_000, False),
        ("awk", "{ print $1 }", True),
        ("awk", 'NR == 1 || /x/ { n += $2 } END { printf "%d", n }', False),
        ("awk", 'BEGIN { @include "x" }', False),
        ("awk", 'BEGIN { ARGV[1] = "x" }', False),
    ],
)
def test_a_script_that_only_filters_is_harmless(name: str, script: str, harmless: bool) -> None:
    assert harmless_script(name, script) is harmless


def test_options_before_a_subcommand_are_counted() -> None:
    assert leading("git", ["--no-pager", "-P", "log"]) == 2
    assert leading("git", ["-C", ".", "log"]) == 0
    assert leading("frobnicate", ["--no-pager"]) == 0


@pytest.mark.parametrize(
    ("command", "count"),
    [
        ("ls -la", 1),
        ("git log -3", 2),
        ("npm run test:unit x", 3),
        ("git push x", 0),
        ("npm exec x", 0),
        ("python3 x", 0),
        ("git -C x", 0),
    ],
)
def test_a_task_is_named_by_the_program_and_its_subcommand(command: str, count: int) -> None:
    assert proposal(command.split()) == count


def test_programs_that_only_read_are_those_without_a_dangerous_option() -> None:
    assert {"ls", "cat", "grep"} <= READS_ONLY
    assert not {"sort", "find", "sed", "git"} & READS_ONLY
