"""What a command does beyond what a pattern that allows it says: options by which its program writes or runs something,
and paths that may lie outside of the files. They are told by their words alone, as far as words tell: where a link
leads, and what a program does of itself, they do not.
"""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import chain, takewhile

# Options by which a program writes or runs something, by the beginnings that its parser takes for them.
_ACTS = (
    "--output", "--output-directory", "--ext-diff", "--textconv", "--filters", "--open-files-in-pager", "--exec",
    "--exec-path", "--config", "--config-env", "--upload-pack", "--receive-pack", "--git-dir", "--work-tree",
    "--no-index", "--paginate", "--show-signature", "--pre", "--pager", "--to-command", "--checkpoint-action",
    "--use-compress-program", "--compress-program", "--rsh", "--rsync-path", "--in-place", "--info-script",
    "--new-volume-script", "--rmt-command", "--rsh-command", "--eval", "--require", "--init-file", "--rcfile",
)  # fmt: skip
_FIND_ACTS = frozenset(["-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls"])
_LETTERS: Mapping[str, str] = {
    "git": "O", "sort": "o", "tar": "IF", "curl": "oOKT", "wget": "oOa", "sed": "i", "rsync": "e", "tree": "o",
}  # fmt: skip
"""Letters of options that stand for the same, by program."""

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_HIDING = {ord(one): 0xE000 + number for number, one in enumerate("*?[")}
"""A quoted star is no pattern to a shell: these stand in for it while a word is looked at."""
_SHOWING = {hidden: one for one, hidden in _HIDING.items()}
_URL = re.compile(r"https?://")
"""What follows is no path of this machine, but for its `..`."""
_ONE_OF = re.compile(r"\[[^]/]*\]")
_OPTION = re.compile(r"-[\w-]*")
"""What comes right behind an option's letters may be its value: `-I/usr/include`, `-C..`."""
_ABSOLUTE = re.compile(r"(?:^|[^\w.*?~/-])/|(?:^|[=:,])~")
"""A path that begins here, and not in our folder: in `--file=/x`, `@/x` and `a:/x` as in `/x`."""
_NAME = re.compile(r"[\w.*?~-]+")


def beyond(command: str, pattern: str) -> str:
    """The first word of a simple command by which it does more than `pattern`, which allows it, says; empty if there is
    none. A command that no shell can read is such a word as a whole.
    """
    try:
        words = shlex.split(_QUOTED.sub(_hidden, command))
    except ValueError:
        return command
    found = chain(_acting(words, pattern), _elsewhere(map(_plain, words), pattern))
    return _plain(next(found, ""))


def _hidden(quoted: "re.Match[str]") -> str:
    return quoted[0].translate(_HIDING)


def _plain(word: str) -> str:
    return word.translate(_SHOWING)


def _acting(words: list[str], pattern: str) -> Iterator[str]:
    """Options by which it writes or runs something, and which the pattern does not name; and stars that a shell may
    replace by one, since a file may be called like an option.
    """
    program = words[0].rpartition("/")[2] if words else ""
    letters, named = _LETTERS.get(program, ""), {word.rstrip("*") for word in pattern.split()}
    for word in takewhile(lambda word: word != "--", words[1:]):
        if word.partition("=")[0] not in named and _acts(word, letters):
            yield word
    if program == "git":  # before its command, -c sets what it is to run, and -C leads to another folder
        yield from (word for word in takewhile(_is_option, words[1:]) if re.match(r"-[cC]", word))


def _acts(word: str, letters: str) -> bool:
    """Does its program write or run something by it, or may it, once a shell has put names of files in its place?"""
    name = word.partition("=")[0]
    if not _is_option(word):
        return bool(letters) and word.startswith(("*", "?", "["))
    if re.search(r"[*?[]", name) or name in _FIND_ACTS:
        return True
    if len(name) > 3 and any(long.startswith(name) for long in _ACTS):
        return True
    return bool(letters) and re.match(rf"-[A-Za-z0-9]*[{letters}]", word) is not None


def _is_option(word: str) -> bool:
    return word.startswith("-")


def _elsewhere(words: Iterable[str], pattern: str) -> Iterator[str]:
    """Words that lead away from the files more often than each word of the pattern that means them."""
    named = [(one, _places(one)) for one in _words(pattern)]
    for word in words:
        places = _places(word)
        if places and not any(places <= most and fnmatchcase(word, one) for one, most in named):
            yield word


def _words(pattern: str) -> list[str]:
    try:
        return shlex.split(pattern)
    except ValueError:
        return pattern.split()


def _places(word: str) -> int:
    """How often it leads away from our folder: to the root, to a home, or up. What may be a path counts as one, and a
    name that a shell may take for `..`, as `.?`, counts as that.
    """
    word = _ONE_OF.sub("?", _URL.sub("", word))
    if option := _OPTION.match(word):
        word = word[option.end() :]
    return len(_ABSOLUTE.findall(word)) + sum(map(_is_up, _NAME.findall(word)))


def _is_up(name: str) -> bool:
    return len(name) > 1 and name[0] == "." and name[1:].replace("*", "") in ("", ".", "?")
