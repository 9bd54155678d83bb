"""Options and operands of well-known programs that a `*` in an allowing rule covers, and words that name a task.

The tables list harmless options only: options that make a program neither run, write nor fetch anything, nor read
outside of the working directory. An option that no table lists is not covered, so a forgotten option costs a question
and not a surprise. Abbreviated long options are not covered either.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

_DIGITS = re.compile(r"-[0-9]+")


@dataclass(frozen=True, slots=True)
class Options:
    """Harmless options.

    Attributes:
        flags: letters of short options without a value
        valued: letters of short options with a value, attached or in the next word
        long: names of long options, and of short ones with several letters, without their values
        all: True if every option of the program is harmless
    """

    flags: str = ""
    valued: str = ""
    long: frozenset[str] = frozenset()
    all: bool = False

    def cover(self, word: str) -> bool:
        name = word.partition("=")[0]
        return self.all or name in self.long or _DIGITS.fullmatch(word) is not None or self._cover_letters(word[1:])

    def _cover_letters(self, letters: str) -> bool:
        for letter in letters:
            if letter in self.valued:
                return True
            if letter not in self.flags:
                return False
        return bool(letters)


@dataclass(frozen=True, slots=True)
class Program:
    """A well-known program.

    Attributes:
        options: its harmless options, if it has no subcommands
        subcommands: the harmless options of each subcommand
        leading: harmless options between the program and its subcommand
        assigns: True if a word with `=` or `@` is an operand like any other
        operands: "script" if the first operand is code in the program's own language, "address" if operands are
            fetched
    """

    options: Options = Options()
    subcommands: Mapping[str, Options] = field(default_factory=lambda: MappingProxyType({}))
    leading: frozenset[str] = frozenset()
    assigns: bool = True
    operands: Literal["plain", "script", "address"] = "plain"


def _long(names: str) -> frozenset[str]:
    return frozenset(names.split())


_ANY = Program(Options(all=True))
_DIFF = _long(
    "--patch --no-patch --raw --stat --numstat --shortstat --dirstat --summary --name-only --name-status --color "
    "--no-color --word-diff --word-diff-regex --color-words --color-moved --no-renames --find-renames --find-copies "
    "--check --full-index --binary --abbrev --no-abbrev --text --ignore-space-at-eol --ignore-space-change "
    "--ignore-all-space --ignore-blank-lines --function-context --unified --inter-hunk-context --diff-filter "
    "--diff-algorithm --minimal --patience --histogram --pickaxe-regex --pickaxe-all --exit-code --quiet --relative "
    "--no-relative --no-ext-diff --no-textconv --no-prefix --indent-heuristic --compact-summary --submodule "
    "--patch-with-stat --ws-error-highlight --no-indent-heuristic --cc -cc --combined-all-paths --no-diff-merges"
)
_LOG = _DIFF | _long(
    "--oneline --graph --no-graph --decorate --no-decorate --all --branches --tags --remotes --since --until --after "
    "--before --author --committer --grep --all-match --invert-grep --regexp-ignore-case --extended-regexp "
    "--fixed-strings --perl-regexp --first-parent --merges --no-merges --max-count --skip --follow --format --pretty "
    "--date --reverse --topo-order --date-order --author-date-order --left-right --cherry --cherry-mark --cherry-pick "
    "--boundary --simplify-by-decoration --abbrev-commit --no-abbrev-commit --parents --children --name-only "
    "--relative-date --source --no-walk --encoding --no-notes --notes --full-history --ancestry-path --no-mailmap"
)
_DIFF_LETTERS, _DIFF_VALUED = "psuRabwWzD", "UMCBlSGX"
_GIT: Mapping[str, Options] = {
    # git-diff(1)
    "diff": Options(_DIFF_LETTERS, _DIFF_VALUED, _DIFF | _long("--cached --staged --merge-base")),
    # git-log(1), git-show(1)
    "log": Options(_DIFF_LETTERS + "gicmtEFP", _DIFF_VALUED + "nL", _LOG),
    "show": Options(_DIFF_LETTERS + "gicmtEFP", _DIFF_VALUED + "nL", _LOG),
    # git-status(1)
    "status": Options(
        "sbvz",
        "u",
        _long(
            "--short --branch --show-stash --porcelain --long --verbose --untracked-files --ignore-submodules "
            "--ignored --column --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames"
        ),
    ),
    # git-blame(1)
    "blame": Options(
        "lsfnpwtce", "LMC", _long("--line-porcelain --porcelain --show-email --show-name --date --abbrev")
    ),
    # git-ls-files(1); without -X, --exclude-from and --exclude-per-directory, which read other files
    "ls-files": Options(
        "cdmoiuktvfz",
        "",
        _long("--cached --deleted --modified --others --ignored --stage --unmerged --exclude-standard"),
    ),
    # git-rev-parse(1)
    "rev-parse": Options(
        "q",
        "",
        _long(
            "--verify --quiet --short --abbrev-ref --symbolic --symbolic-full-name --show-toplevel --show-prefix "
            "--is-inside-work-tree --is-bare-repository --all --branches --tags --remotes --revs-only --no-revs"
        ),
    ),
    # git-branch(1): listing only
    "branch": Options(
        "arvq",
        "",
        _long("--all --remotes --list --verbose --show-current --merged --no-merged --contains --sort --column"),
    ),
    # git-shortlog(1), git-describe(1), git-grep(1)
    "shortlog": Options("sne", "w", _long("--summary --numbered --email --no-merges --since --until")),
    "describe": Options(
        "", "", _long("--all --tags --long --always --dirty --abbrev --match --exclude --first-parent")
    ),
    "grep": Options(
        "iwvhHlLcnEGFPpqzraI", "ABCem", _long("--line-number --count --heading --break --cached --untracked")
    ),
}

_PROGRAMS: Mapping[str, Program] = {
    # git(1)
    "git": Program(
        subcommands=_GIT, leading=_long("--no-pager -P --no-optional-locks --literal-pathspecs --no-replace-objects")
    ),
    # ls(1), and each of: cat(1), head(1), tail(1), wc(1), nl(1), tac(1), cut(1), tr(1), rev(1), echo(1), printf(1),
    # pwd(1), basename(1), dirname(1), stat(1), du(1), df(1), id(1), whoami(1), uname(1), seq(1), cmp(1), comm(1),
    # paste(1), fold(1), md5sum(1), sha1sum(1), sha256sum(1), true(1), false(1), which(1), test(1), readlink(1),
    # realpath(1) of GNU coreutils 9: no option of theirs names a program or an output file
    **dict.fromkeys(
        (
            "ls", "cat", "head", "tail", "wc", "nl", "tac", "cut", "tr", "rev", "echo", "printf", "pwd", "basename",
            "dirname", "stat", "du", "df", "id", "whoami", "uname", "seq", "cmp", "comm", "paste", "fold", "md5sum",
            "sha1sum", "sha256sum", "true", "false", "which", "test", "readlink", "realpath",
        ),
        _ANY,
    ),
    # grep(1) of GNU grep 3: options read patterns from files, and none writes or runs anything
    "grep": _ANY, "egrep": _ANY, "fgrep": _ANY,
    # rg(1) of ripgrep 14; without --pre, --hostname-bin, --search-zip (they run programs), --file, --ignore-file
    "rg": Program(
        Options(
            "isSwxvclnNHIoFUPL0ahpquV",
            "ABCemgtTj",
            _long(
                "--ignore-case --smart-case --case-sensitive --word-regexp --line-regexp --invert-match --count "
                "--count-matches --files-with-matches --files-without-match --line-number --no-line-number --heading "
                "--no-heading --with-filename --no-filename --only-matching --fixed-strings --multiline --pcre2 "
                "--hidden --no-ignore --no-ignore-vcs --text --color --colors --context --after-context "
                "--before-context --max-count --max-depth --glob --iglob --type --type-not --files --json --stats "
                "--sort --sortr --trim --vimgrep --column --no-messages --null --passthru --regexp --threads --quiet "
                "--follow --unrestricted --no-config --pretty --max-columns --max-filesize --type-list --replace"
            ),
        )
    ),
    # find(1) of GNU findutils 4; without -exec, -execdir, -ok, -okdir, -delete, -fprint…, -fls and -files0-from
    "find": Program(
        Options(
            "HLP",
            "",
            _long(
                "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -maxdepth "
                "-mindepth -depth -d -size -empty -perm -user -group -uid -gid -nouser -nogroup -links -inum -samefile "
                "-newer -anewer -cnewer -newermt -newerct -mtime -atime -ctime -mmin -amin -cmin -used -daystart "
                "-readable -writable -executable -print -print0 -printf -ls -prune -quit -true -false -not -and -or "
                "-a -o -xdev -mount -follow -lname -ilname -fstype -noleaf -warn -nowarn -ignore_readdir_race"
            ),
        )
    ),
    # sort(1) of GNU coreutils 9; without -o, -T, --compress-program, --files0-from, --random-source
    "sort": Program(
        Options(
            "bdfgiMhnRrVcCmsuz",
            "kt",
            _long(
                "--ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting "
                "--month-sort --human-numeric-sort --numeric-sort --reverse --version-sort --check --key --merge "
                "--stable --field-separator --unique --zero-terminated --parallel --sort --debug"
            ),
        )
    ),
    # tree(1) 2; without -o and --fromfile
    "tree": Program(
        Options("adfpsuhDFrtcUvxlqNQnCAS", "", _long("-L -P -I --dirsfirst --noreport --gitignore --du --si --prune"))
    ),
    # sed(1) of GNU sed 4.9; without -i, -f, -e and their long forms
    "sed": Program(
        Options("nErszu", "", _long("--quiet --silent --regexp-extended --separate --null-data --unbuffered --posix")),
        operands="script",
    ),
    # gawk(1) 5, mawk(1): without -f, -v, -i, -l, -E, -o, -p, -d
    **dict.fromkeys(("awk", "gawk", "mawk"), Program(Options("", "F", _long("--field-separator")), operands="script")),
    # pytest 8, "Command-line Flags"; without -p, -c, -o, --rootdir, --basetemp, --junit-xml and others that load, write
    "pytest": Program(
        Options(
            "qvxsl",
            "kmrn",
            _long(
                "--verbose --quiet --exitfirst --maxfail --lf --last-failed --ff --failed-first --nf --sw --stepwise "
                "--tb --durations --durations-min --no-header --no-summary --collect-only --co --capture "
                "--show-capture --showlocals --color --strict-markers --strict-config --deselect --disable-warnings "
                "--setup-show --fixtures --markers"
            ),
        ),
        assigns=False,
    ),
    # make(1) of GNU make 4; without -C, -f, -I, -E, --eval, -W, -o; a word with `=` sets a variable
    "make": Program(
        Options("knsBqiSwjl", "", _long("--keep-going --dry-run --just-print --silent --quiet --always-make --jobs")),
        assigns=False,
    ),
    # curl(1), wget(1), and others whose operands are addresses
    **dict.fromkeys(
        (
            "curl", "wget", "http", "https", "xh", "aria2c", "lynx", "w3m", "links", "elinks", "ftp", "nc", "ncat",
            "telnet",
        ),
        Program(assigns=False, operands="address"),
    ),
}  # fmt: skip

READS_ONLY = frozenset(name for name, program in _PROGRAMS.items() if program.options.all)
"""Programs whose every option is harmless: "Always" proposes them with any operands."""
_TASKS: Mapping[str, frozenset[str]] = {
    name: frozenset(tasks.split())
    for name, tasks in {
        "git": "status log diff show blame shortlog describe grep ls-files rev-parse add",
        "cargo": "test build check clippy fmt doc bench",
        "go": "test build vet fmt doc",
        "uv": "sync lock",
        "docker": "ps images logs",
        "podman": "ps images logs",
        "kubectl": "get describe logs",
        "terraform": "plan validate fmt",
        "helm": "list status",
        "systemctl": "status",
        "npm": "test ci",
        "yarn": "test",
        "pnpm": "test",
    }.items()
}
"""Subcommands that name a task, so that other plain words behind them change no more than which things it is about."""
_TARGETS = frozenset({"make", "just", "task", "rake", "ninja"})
"""Programs that run tasks of a team's own, by names."""
_RUNNERS = frozenset({"npm", "yarn", "pnpm"})
"""Programs whose subcommand `run` does the same."""

_SED_ADDRESS = r"(?:\d+|\$|/[^/\\\n\[]*/)"
_SED_PART = r"(?:(?!(?P=d))[^\\\n\[]|\\[^\n])*(?P=d)"
_SED_COMMAND = rf"(?:[pdq=]|s(?P<d>[/|,#]){_SED_PART}{_SED_PART}[gpI0-9]*)?"
_SED = re.compile(rf"\s*(?:{_SED_ADDRESS}(?:,{_SED_ADDRESS})?)?!?{_SED_COMMAND}\s*")
"""One command of sed that prints, deletes or substitutes: no `e`, `r`, `w` or label (sed(1), "Commands"), and no
bracket, in which a delimiter ends nothing.
"""
MAX_SED_CHARS = 1_000
"""Characters of a sed script that is looked at."""
_AWK_ACTS = re.compile(
    r"[|>@`]|\b(?:system|getline|close|fflush|ARGV|ARGC|FUNCTAB|SYMTAB|PROCINFO|nextfile|include|load)\b"
)
"""Ways for an awk program to read, write or run something besides its input (gawk(1), "I/O Statements")."""


def program(name: str) -> Program | None:
    """The program of that name; None if no table has it."""
    return _PROGRAMS.get(name)


def takes_any_file(name: str) -> bool:
    """True if an operand of the program may have any file's name: none is a script, a variable or an address."""
    known = _PROGRAMS.get(name)
    return known is not None and known.assigns and known.operands == "plain"


def leading(name: str, words: Sequence[str]) -> int:
    """The number of harmless options between a program and its subcommand. `words` follow the program."""
    known = program(name)
    count = 0
    while known and count < len(words) and words[count] in known.leading:
        count += 1
    return count


def covered(name: str, words: Sequence[str], *, addressed: bool) -> list[bool]:
    """For each word behind a program: True if a `*` covers it. `addressed`: the rule names an address itself."""
    known = program(name)
    options = _options(known, words) if known else Options()
    found, operands, ended = list[bool](), 0, False
    for word in words:
        if name == "git" and "%G" in word:  # git-log(1), "Pretty formats": it runs gpg
            found.append(False)
            continue
        option = word.startswith("-") and word != "-" and not ended
        ended = ended or (word == "--" and known is not None)
        if known is None:
            found.append(not word.startswith("-") and not re.search(r"[=@]", word))
        elif word == "--":
            found.append(name != "make")
        elif option:
            found.append(options.cover(word))
        else:
            operands += 1
            found.append(_covers_operand(known, name, word, operands, addressed))
    return found


def _options(known: Program, words: Sequence[str]) -> Options:
    if not known.subcommands:
        return known.options
    first = next((word for word in words if word not in known.leading), "")
    return known.subcommands.get(first, Options())


def _covers_operand(known: Program, name: str, word: str, number: int, addressed: bool) -> bool:
    if not known.assigns and re.search(r"[=@]", word):
        return False
    match known.operands:
        case "address":
            return not addressed
        case "script" if number == 1 or name != "sed":  # awk's first operand may be the value of its -F
            return harmless_script(name, word)
        case _:
            return True


def harmless_script(name: str, script: str) -> bool:
    """True if a sed or awk program only filters its input."""
    if name == "sed":
        return len(script) <= MAX_SED_CHARS and all(_SED.fullmatch(line) for line in re.split(r"[;\n]", script))
    return _AWK_ACTS.search(script) is None


def proposal(words: Sequence[str]) -> int:
    """The number of words at the beginning of a command that name its task; words behind them can differ from one time
    to the next. 0 if "Always" proposes the exact command only: for an interpreter, a wrapper, or a program that acts on
    its operands.
    """
    name, first, second = (*words, "", "")[:3]
    if name in READS_ONLY:
        return 1
    if (name in _TARGETS and _is_name(first)) or first in _TASKS.get(name, ()):
        return 2
    return 3 if name in _RUNNERS and first == "run" and _is_name(second) else 0


def _is_name(word: str) -> bool:
    return re.fullmatch(r"\w[\w:.-]*\w|\w", word) is not None
