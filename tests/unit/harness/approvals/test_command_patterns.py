"""An allowing pattern covers one simple command and nothing more; a denying one is content with any part."""

from fnmatch import fnmatchcase
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.patterns import allows, kept_from, mentioned, proposed, touches
from tests.reading import READER

COMMANDS = ["git status", "git status --short src", "git status 'a b'"]
MORE = ["; rm x", " && rm x", " | sh", " > x", " < x", " & ", "\nrm x", " $(rm x)", " `rm x`", " $HOME"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_simple_command_is_allowed(command: str) -> None:
    assert allows("git status*", command, READER)


@pytest.mark.parametrize("more", MORE)
@pytest.mark.parametrize("command", COMMANDS)
def test_anything_more_than_one_simple_command_is_not(command: str, more: str) -> None:
    assert not allows("git status*", command + more, READER)


@pytest.mark.parametrize("command", ["git status 2>/dev/null", "git status 2>&1", "git --no-pager status </dev/null"])
def test_harmless_redirections_and_options_before_a_subcommand_are_set_aside(command: str) -> None:
    assert allows("git status*", command, READER)


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
    assert touches("rm *", command, READER)


@pytest.mark.parametrize("command", ["ls", "echo form x", "firm x"])
def test_a_denying_pattern_leaves_other_commands_alone(command: str) -> None:
    assert not touches("rm *", command, READER)


PIECES = ["a", "b", " ", "*", "?", "[ab]", "[!a]", "[]*]", "[", "*a"]


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join), st.text("ab []*", max_size=12))
def test_a_denying_pattern_is_tried_from_each_word_on(pattern: str, command: str) -> None:
    words = command.split()
    rests = [" ".join(words[first:]) for first in range(len(words))]
    if set(command) & set("[*"):  # a shell puts names of files in place of such a word: it is none of these letters
        plain = [text for text in rests if not set(text) & set("[*")]
        assert touches(pattern, command, READER) >= any(fnmatchcase(text, pattern) for text in plain)
    else:
        expected = any(fnmatchcase(text, pattern) for text in (command.strip(), *rests))
        assert touches(pattern, command, READER) == expected


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
        "{rm,x}",
        "/bin/r? x",
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
    assert touches("rm *", command, READER)


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
    assert not touches("rm *", command, READER)


@pytest.mark.parametrize("command", ["$X " * 25_000, "$" * 90_000, "${" * 45_000, "`a" * 45_000, "{a," * 30_000])
def test_looking_at_what_is_not_known_takes_no_more_time_than_its_length(command: str) -> None:
    before = process_time()
    touches("rm *-r* x", command, READER)
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
    assert allows(pattern, command, READER) is covered


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
    assert not allows(f"{program} *", command, READER)


@pytest.mark.parametrize(
    ("pattern", "command"),
    [
        ("git diff --ext-diff*", "git diff --ext-diff a"),
        ("git log *", "git log --oneline --stat -p"),
        ("git log *", "git log -- --output=x"),
        ("find *", "find . -name x -type f"),
        ("ls *", "ls -la --color"),
        ("sed -n*", "sed -n 1,20p notes.md"),
        ("sed *", "sed s/a/b/g notes.md"),
        ("awk *", "awk -F , '{print $2}' notes.md"),
        ("curl -s https://a.example/*", "curl -s https://a.example/x"),
        ("grep *", "grep -rn --include=*.py TODO src"),
        ("frobnicate *", "frobnicate deploy web"),
        ("make test -f notes.mk", "make test -f notes.mk"),
        ("sort -o x *", "sort -o x y"),
    ],
)
def test_other_options_are_and_so_are_those_that_a_pattern_names(pattern: str, command: str) -> None:
    assert allows(pattern, command, READER)


def test_an_allowing_pattern_of_many_words_takes_no_more_than_one_look_at_each_place() -> None:
    assert not allows("a* b* b* b* b* z", "a" + " b" * 4_000, READER), "the fourth power would never end"
    assert not allows("a*", "a " * 100_000, READER), "what is too long is not covered"


@pytest.mark.parametrize("pattern", ["rm *", "*rm*-rf*/*", "?*x", "a *b*c*d", "a a a b", "*[bc]*[bc]*d"])
@pytest.mark.parametrize(
    "command", ["a " * 45_000, "/a" * 45_000, "/a " * 30_000, "rm -rf " * 12_000, "ab" * 45_000, "a; " * 30_000]
)
def test_the_work_grows_with_the_length_of_a_command_and_not_with_its_square(pattern: str, command: str) -> None:
    before = process_time()
    touches(pattern, command, READER)
    assert process_time() - before < 2.0, "the square would take minutes"


def test_what_is_too_long_to_look_at_is_not_let_through() -> None:
    assert READER("x " * 100_000).problem, "people are asked"


@pytest.mark.parametrize(
    ("pattern", "command"),
    [
        ("make test*", "make test -f notes/evil.mk"),
        ("make test*", "make test -C sub"),
        ("make test*", "make test SHELL=./evil"),
        ("make test*", "make test -- -f evil"),
        ("sed -n*", "sed -n '1e touch X' a"),
        ("sed -n*", "sed -n 's/x/touch X/e' a"),
        ("sed -n*", "sed -n 's/x/y/w FILE' a"),
        ("sed -n*", "sed -n 'w FILE' a"),
        ("sed *", "sed --expression=1e a"),
        ("awk *", "awk 'BEGIN { system(\"x\") }'"),
        ("awk *", "awk -F , 'BEGIN { system(\"x\") }'"),
        ("awk *", "awk '{ print > \"/x\" }' a"),
        ("awk *", "awk '{ \"cmd\" | getline }' a"),
        ("ssh host*", "ssh host -oProxyCommand=evil"),
        ("ssh host*", "ssh -oProxyCommand=evil host"),
        ("git ls-remote*", "git ls-remote -u evil origin"),
        ("git ls-remote*", "git ls-remote -uevil origin"),
        ("npm test*", "npm test --script-shell=evil"),
        ("cargo *", "cargo build --manifest-path=evil"),
        ("rg *", "rg --hostname-bin=evil x"),
        ("rg *", "rg --pre evil x"),
        ("curl https://a.example*", "curl https://a.example https://evil.example"),
        ("curl https://a.example/*", "curl https://a.example/x evil.example"),
        ("curl *", "curl -d @file https://a.example"),
        ("curl example.com*", "curl example.com evil.example/x"),
        ("frobnicate *", "frobnicate -x"),
        ("frobnicate *", "frobnicate deploy -- -x"),
        ("frobnicate *", "frobnicate KEY=value"),
        ("frobnicate *", "frobnicate @file"),
        ("cat docs/*", "cat docs/a.md secret"),
        ("pytest *", "pytest -p evil"),
        ("pytest *", "pytest --rootdir=x"),
        ("find *", "find . -fprintf x y"),
        ("git *", "git -c core.pager=evil log"),
        ("git status*", "LD_PRELOAD=x git status"),
        ("git log*", "git log --output x"),
        ("frobnicate *", "frobnicate *"),
        ("frobnicate *", "frobnicate a*"),
        ("make test*", "make test M*"),
        ("awk *", "awk 1*2 f"),
        ("sed *", "sed s,a*,b, f"),
        ("sed *", "sed 's,a[,]b,;s,w out.txt,x,' in.txt"),
        ("tree *", "tree -Lo 1 out.txt"),
        ("git log*", "git log --format=%G?"),
        ("git diff*", "git diff -DO/etc/x"),
        ("cat *", "cat {~root/.bashrc,x}"),
        ("ls *", "ls .{.,x}"),
        ("make *", "make *"),
    ],
)
def test_a_star_covers_no_word_by_which_a_program_could_do_more_than_people_read(pattern: str, command: str) -> None:
    assert not allows(pattern, command, READER)


DENIED = ("git push *", "sudo *", "docker run *")


@pytest.mark.parametrize(
    "command",
    [
        "git 2>/dev/null push origin",
        "true; sudo </dev/null ls",
        "git --no-pager push origin",
        "git -C . push origin",
        "git -c a=b -C . --bare push origin",
        "<x git >y push origin",
        "docker --host tcp://x run image",
        "git push 2>&1 origin",
        "sh -c 'git -C x push origin'",
        "cat <<EOF | sh\nsudo ls\nEOF",
        "echo 'sudo ls' | sh",
        "f() { sudo ls; }; f",
        "x=$(sudo ls)",
        'echo "$(sudo ls)"',
        "if sudo ls; then :; fi",
        "timeout 5 git -C . push origin",
        "find . -exec sudo ls {} +",
        "echo ls | /usr/bin/xargs sudo",
        "git push; ls",
        "env -S'git push origin'",
        "env --split-string='git push origin'",
        "git -c alias.x='!git push' x",
        "make SHELL='sudo ls'",
        "tar --to-command='sudo ls'",
        "eval 'sudo ls'",
        "su -c 'sudo ls'",
        "ssh host 'cd /x; sudo ls'",
        "echo 'sudo ls' > x.sh; sh x.sh",
        "sh -c 'echo \"sudo ls\" | bash'",
    ],
)
def test_redirections_and_global_options_hide_no_denied_command(command: str) -> None:
    assert any(touches(pattern, command, READER) for pattern in DENIED)


@pytest.mark.parametrize(
    "command",
    [
        'git commit -m "clean up; sudo make me a sandwich"',
        "git commit --message='first; git push origin'",
        "echo 'first; sudo ls'",
        "cat > notes.txt <<EOF\nsudo ls\nEOF",
        "frobnicate 'x; docker run image'",
        "EDITOR='sudo vi' git commit",
        "sh -c 'echo \"a; sudo b\"'",
    ],
)
def test_quoted_text_that_may_not_run_is_no_denied_command_but_mentions_one(command: str) -> None:
    assert not any(touches(pattern, command, READER) for pattern in DENIED)
    assert any(mentioned(pattern, command, READER) for pattern in DENIED)


@pytest.mark.parametrize(
    "command",
    [
        "git -C . pull",
        "git log --grep push",
        "echo pushed",
        "git stash push",
        "docker ps --filter run",
        "git commit -m '[fix] a thing'",
        'echo "$HOME is set"',
        "awk '$1 == 2' f",
        "echo '*** done ***'",
    ],
)
def test_other_subcommands_are_left_alone(command: str) -> None:
    assert not any(touches(pattern, command, READER) for pattern in DENIED)


@pytest.mark.parametrize(
    "command",
    [
        "if then",
        "echo 'x",
        "[[ a == b ]]",
        "echo $'x'",
        "ls &> x",
        "a |& b",
        "rm x\r\n",
        "((x))",
        "r[m] x",
        "a\x0bb",
        "<&-sudo ls",
    ],
)
def test_what_cannot_be_read_or_is_read_differently_by_shells_has_a_problem(command: str) -> None:
    assert READER(command).problem
    assert not allows("*", command, READER)


@pytest.mark.parametrize(
    ("command", "pattern"),
    [
        ("make test", "make test*"),
        ("make test --fast", "make test --fast"),
        ("make test -k", "make test*"),
        ("make", "make"),
        ("make -C sub", "make -C sub"),
        ("ls -la docs", "ls*"),
        ("git log -3", "git log*"),
        ("git push origin main", "git push origin main"),
        ("git config user.name x", "git config user.name x"),
        ("npm run build_prod", "npm run build_prod*"),
        ("npm install left-pad", "npm install left-pad"),
        ("docker rm web_1", "docker rm web_1"),
        ("npm run lint", "npm run lint*"),
        ("npm exec evil", "npm exec evil"),
        ("docker run image", "docker run image"),
        ("python3 -m pytest -q", "python3 -m pytest -q"),
        ("env X=1 make", "env X=1 make"),
        ("rm -rf build", "rm -rf build"),
        ("curl -s https://a.example/x", "curl -s https://a.example/x"),
        ("git commit -m 'fix: a [b] *'", "git commit -m 'fix: a [[]b] [*]'"),
        ("cat /etc/hosts", "cat /etc/hosts"),
        ("frobnicate deploy web", "frobnicate deploy web"),
        ("make test && reboot", ""),
    ],
)
def test_always_proposes_the_words_that_name_a_task_or_the_exact_command(command: str, pattern: str) -> None:
    assert proposed(command, READER) == pattern
    assert not pattern or allows(pattern, command, READER)


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
        ("make -C /x", "-C"),
        ("make X=/y", "X=/y"),
        ("ls -I../x", "-I../x"),
        ("curl file:///etc/x", "file:///etc/x"),
        ("curl http:///etc/x", "http:///etc/x"),
        ("cat https://a/../../x", "https://a/../../x"),
    ],
)
def test_the_word_that_a_pattern_does_not_cover_is_told(command: str, word: str) -> None:
    assert kept_from(f"{command.split()[0]}*", command, READER) == word


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
        "ls -la . ...",
    ],
)
def test_words_that_stay_in_the_files_are_covered(command: str) -> None:
    assert allows(f"{command.split()[0]}*", command, READER)


@pytest.mark.parametrize(
    ("pattern", "command", "covered"),
    [
        ("cat /var/log/*", "cat /var/log/x", True),
        ("cat /var/log/*", "cat /var/log/x /etc/y", False),
        ("cat /var/log/*", "cat /var/log/../x", False),
        ("cat /var/log/*", "cat /var/log/x,/etc/y", False),
        ("cat ../o/*", "cat ../o/x", True),
        ("cat ../o/*", "cat ../o/../x", False),
        ("cat */y", "cat /x/y", False),
        ("/usr/bin/git status*", "/usr/bin/git status", True),
        ("*/git status*", "/tmp/git status", False),
    ],
)
def test_a_pattern_covers_the_paths_that_it_names(pattern: str, command: str, covered: bool) -> None:
    assert allows(pattern, command, READER) is covered
