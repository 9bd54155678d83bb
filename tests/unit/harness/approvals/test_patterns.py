"""An allowing pattern covers one simple command and nothing more; a denying one is content with any part."""

from fnmatch import fnmatchcase
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.patterns import allows, never_allows, proposed, touches

COMMANDS = ["git status", "git status --short src", "git status 'a b'"]
MORE = ["; rm x", " && rm x", " | sh", " > x", " < x", " & ", "\nrm x", " $(rm x)", " `rm x`", " $HOME", " \\\nrm x"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_simple_command_is_allowed(command: str) -> None:
    assert allows("git status*", command, shell=True)


@pytest.mark.parametrize("more", MORE)
@pytest.mark.parametrize("command", COMMANDS)
def test_anything_more_than_one_simple_command_is_not(command: str, more: str) -> None:
    assert not allows("git status*", command + more, shell=True)


@given(st.text(), st.text(max_size=20))
def test_no_text_with_an_operator_is_ever_allowed(before: str, after: str) -> None:
    for operator in ";&|<>`$\n\r\0":
        assert not allows("*", f"{before}{operator}{after}", shell=True)


@pytest.mark.parametrize(
    "command",
    [
        "rm -rf x",
        "ls; rm x",
        "sudo rm x",
        "a && rm x",
        "$(rm x)",
        "`rm x`",
        "sh -c 'rm x'",
        "x\nrm y",
        "r\\m x",
        "r''m x",
        "'rm' x",
        'sh -c "r\\m x"',
        "(rm x)",
        "/bin/rm x",
        "sudo '/usr/bin/rm' x",
        "ls; /bin/rm x",
        "(/bin/rm x)",
    ],
)
def test_a_denying_pattern_finds_its_part(command: str) -> None:
    assert touches("rm *", command, shell=True)


@pytest.mark.parametrize("command", ["ls", "echo form x", "firm x"])
def test_a_denying_pattern_leaves_other_commands_alone(command: str) -> None:
    assert not touches("rm *", command, shell=True)


PIECES = ["a", "b", " ", "*", "?", "[ab]", "[!a]", "[]*]", "[", "*a"]


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join), st.text("ab []*", max_size=12))
def test_a_denying_pattern_is_tried_from_each_word_on(pattern: str, command: str) -> None:
    words = command.split()
    rests = [" ".join(words[first:]) for first in range(len(words))]
    expected = any(fnmatchcase(text, pattern) for text in (command.strip(), *rests))
    if set(command) & set("[*"):  # a shell may make something else of it
        assert touches(pattern, command, shell=True) >= expected
    else:
        assert touches(pattern, command, shell=True) == expected


@pytest.mark.parametrize(
    "command",
    [
        "./bin/rm x",
        "~/bin/rm x",
        "$HOME/bin/rm x",
        "r\\\nm x",
        "${X:-rm} x",
        "r$@m x",
        "$X x",
        "A=1 $X x",
        "`which rm` x",
        "$'\\x72m' x",
        "{rm,x}",
        "/bin/r? x",
        "r[m] x",
        "ls; ${Y:=${X:-rm}} x",
        "ls | xargs rm",
        "find . -exec rm {} +",
        "eval $X y",
        "env $X y",
        "sh -c $X y",
        "find . -exec $X {} +",
        "if $X y; then z; fi",
        "for f in a; do $f x; done",
        "while ! $X y; do z; done",
        "rm $X",
    ],
)
def test_what_only_a_shell_can_make_out_counts_as_what_is_denied(command: str) -> None:
    assert touches("rm *", command, shell=True)


@pytest.mark.parametrize(
    "command",
    [
        "ls $X y",
        "find $X -name y",
        "ssh $HOST ls",
        "bash $SCRIPT y",
        "cat *.md",
        "echo ${HOME} x",
        "my$X y",
        "ls {a,b} c",
        "cd $HOME && ls -l",
        "cat a/rm.md x",
        "for f in *.md; do wc -l $f; done",
        "if true; then echo $i; else ls $i; fi",
        "while read line; do echo $line; done",
    ],
)
def test_what_cannot_be_what_is_denied_is_left_alone_though_not_all_of_it_is_known(command: str) -> None:
    assert not touches("rm *", command, shell=True)


@pytest.mark.parametrize("command", ["$X " * 25_000, "$" * 90_000, "${" * 45_000, "`a" * 45_000, "{a," * 30_000])
def test_looking_at_what_is_not_known_takes_no_more_time_than_its_length(command: str) -> None:
    before = process_time()
    touches("rm *-r* x", command, shell=True)
    assert process_time() - before < 2.0, "the square would take minutes"


@pytest.mark.parametrize(
    ("pattern", "command", "covered"),
    [
        ("git status*", "git statusx", False),
        ("git status*", "git status-x", False),
        ("git status*", "git status -s", True),
        ("git log* --stat", "git log --stat", True),
        ("git log* --stat", "git log -3 --stat", True),
        ("git log* --stat", "git logx --stat", False),
        ("make deploy-*", "make deploy-web", True),
        ("cat docs/*", "cat docs/a.md", True),
        ("npm r*n", "npm run", True),
    ],
)
def test_the_words_of_an_allowing_pattern_are_whole_words(pattern: str, command: str, covered: bool) -> None:
    assert allows(pattern, command, shell=True) is covered


@pytest.mark.parametrize(
    "command",
    [
        "git log --output=x",
        "git log --outp=x",
        "git log --out'put'=x",
        "git log -3 --ext-diff",
        "git log --textconv",
        "git grep -nOless x",
        "git log --out*",
        "git -c core.fsmonitor=x log",
        "git -C elsewhere log",
        "find . -name x -delete",
        "find . -exec rm x +",
        "sort -o x y",
        "tar --to-command=x -xf y",
        "git log 'x",
    ],
)
def test_options_that_write_or_run_something_are_not_covered_unless_they_are_named(command: str) -> None:
    program = command.split()[0]
    assert not allows(f"{program} *", command, shell=True)


@pytest.mark.parametrize(
    ("pattern", "command"),
    [
        ("git diff --ext-diff*", "git diff --ext-diff a"),
        ("git log *", "git log --oneline --stat -p"),
        ("git log *", "git log -- --output=x"),
        ("find *", "find . -name x -type f"),
        ("ls *", "ls -la --color"),
        ("sort -o x *", "sort -o x y"),
    ],
)
def test_other_options_are_and_so_are_those_that_a_pattern_names(pattern: str, command: str) -> None:
    assert allows(pattern, command, shell=True)


def test_an_allowing_pattern_of_many_words_takes_no_more_than_one_look_at_each_place() -> None:
    assert not allows("a* b* b* b* b* z", "a" + " b" * 4_000, shell=True), "the fourth power would never end"
    assert not allows("a*", "a " * 100_000, shell=True), "what is too long is not covered"


@pytest.mark.parametrize("pattern", ["rm *", "*rm*-rf*/*", "?*x", "a *b*c*d", "a a a b", "*[bc]*[bc]*d"])
@pytest.mark.parametrize(
    "command", ["a " * 45_000, "/a" * 45_000, "/a " * 30_000, "rm -rf " * 12_000, "ab" * 45_000, "a; " * 30_000]
)
def test_the_work_grows_with_the_length_of_a_command_and_not_with_its_square(pattern: str, command: str) -> None:
    before = process_time()
    touches(pattern, command, shell=True)
    assert process_time() - before < 2.0, "the square would take minutes"


def test_what_is_too_long_to_look_at_is_not_let_through() -> None:
    assert touches("rm *", "x " * 100_000, shell=True)


def test_what_is_no_command_is_matched_as_it_is() -> None:
    assert allows("docs/*", "docs/a;b", shell=False)
    assert not allows("docs/*", "src/a", shell=False)
    assert not touches("docs/*", "x docs/a", shell=False)


@pytest.mark.parametrize(
    ("pattern", "never"), [("git *; rm", True), ("a > b", True), ("git *", False), ("x[;a]", False)]
)
def test_a_pattern_of_more_than_one_simple_command_never_allows(pattern: str, never: bool) -> None:
    assert never_allows(pattern) is never


@pytest.mark.parametrize(
    ("subject", "shell", "pattern"),
    [
        ("make test --fast", True, "make test*"),
        ("make", True, "make*"),
        ("ls -la docs", True, "ls*"),
        ("make test && reboot", True, ""),
        ("/docs/a.md", False, "/docs/*"),
        ("/a.md", False, "/a.md"),
        ("#ops", False, "#ops"),
        ('{"to":"live"}', False, ""),
    ],
)
def test_a_pattern_is_proposed_that_means_the_call_and_its_like(subject: str, shell: bool, pattern: str) -> None:
    assert proposed(subject, shell) == pattern
    assert not pattern or allows(pattern, subject, shell)
