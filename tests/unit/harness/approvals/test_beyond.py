"""An allowing pattern covers no word that leads out of the files, unless it names it."""

import pytest

from harness.approvals.beyond import beyond


@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("git diff /etc/passwd /dev/null", "/etc/passwd"),
        ("git diff -- /etc/passwd", "/etc/passwd"),
        ("git diff '/etc/passwd'", "/etc/passwd"),
        ("git diff --no-index a b", "--no-index"),
        ("git diff a/../../x", "a/../../x"),
        ("git diff -O/etc/x", "-O/etc/x"),
        ("git diff *", "*"),
        ("cat ../x", "../x"),
        ("cat .?/x", ".?/x"),
        ("cat .[.]/x", ".[.]/x"),
        ("cat .*", ".*"),
        ("cat ~/x", "~/x"),
        ("cat @/etc/x", "@/etc/x"),
        ("make -C /x", "/x"),
        ("make -C..", "-C.."),
        ("make X=/y", "X=/y"),
        ("make X=a:/y", "X=a:/y"),
        ("make --file=/x", "--file=/x"),
        ("ls -I../x", "-I../x"),
        ("curl file:///etc/x", "file:///etc/x"),
        ("curl http:///etc/x", "http:///etc/x"),
        ("cat https://a/../../x", "https://a/../../x"),
        ("cat 'x", "cat 'x"),
    ],
)
def test_the_word_that_does_more_is_told(command: str, word: str) -> None:
    assert beyond(command, f"{command.split()[0]}*") == word


@pytest.mark.parametrize(
    "command",
    [
        "git diff main..HEAD -- src/x",
        "git diff HEAD~1 @~2 v1.0...v2 -- *",
        "git log --format='%an/%ae' ''",
        "git log -- '*x'",
        "cat *.md ./a/.b/c",
        "curl https://a/b/c",
        "find . -name '*.py'",
        "npm i @types/node",
        "ls -la . ...",
    ],
)
def test_what_stays_in_the_files_does_not(command: str) -> None:
    assert not beyond(command, f"{command.split()[0]}*")


@pytest.mark.parametrize(
    ("pattern", "command", "word"),
    [
        ("cat /var/log/*", "cat /var/log/x", ""),
        ("cat /var/log/*", "cat /var/log/x /etc/y", "/etc/y"),
        ("cat /var/log/*", "cat /var/log/../x", "/var/log/../x"),
        ("cat /var/log/*", "cat /var/log/x,/etc/y", "/var/log/x,/etc/y"),
        ("cat ../o/*", "cat ../o/x", ""),
        ("cat ../o/*", "cat ../o/../x", "../o/../x"),
        ("cat */y", "cat /x/y", "/x/y"),
        ("/usr/bin/git status*", "/usr/bin/git status", ""),
        ("*/git status*", "/tmp/git status", "/tmp/git"),
        ("cat 'a", "cat /x", "/x"),
    ],
)
def test_what_a_pattern_names_is_covered_and_no_more(pattern: str, command: str, word: str) -> None:
    assert beyond(command, pattern) == word
