"""Secrets in a command: values that a mask may cover, since people see without them what the command does."""

import re

from harness.chat.program_names import (
    FEEDERS,
    FILTERS,
    HEADER_TAKERS,
    HTTP_CLIENTS,
    PRINTERS,
    TEXT_TAKERS,
    VARIABLE_READERS,
    runs_code,
)
from harness.chat.secrets import candidates, is_secret_name, secrets
from harness.tools.shell_commands import HOLE, CommandReader, SimpleCommand, Word, base

_IN_QUERY = re.compile(r"://[^\s#]*[?&][\w.-]+=\Z")
_USER = re.compile(r"://(?:[^\s/?#@:]*:)?\Z")
_HOST = re.compile(r"(?::[^\s/?#@]*)?@")
"""RFC 3986, section 3.2.1: a user or a password stands between `://` and `@`."""
_HEADER = re.compile(r"(?:\A|=)([\w-]+):\s*(?:(?i:bearer|basic|token)\s+)?\Z")
_AUTHORIZATION = frozenset({"authorization", "proxy-authorization"})
_LOGIN_OPTIONS = frozenset({"-u", "--user", "-U", "--proxy-user", "-a", "--auth"})
_LOGIN = re.compile(r"[^\s:/]+:\Z")
_SETTING = re.compile(r"""(?:export\s+)?([A-Za-z_]\w*)=(["']?)([^\s"']*)\2\s*""")
"""A line of a `.env` file."""
_UNREAL = re.compile(r"/(?:dev|proc)/")
"""Where a file can be the program's input, or its environment."""


def command_secrets(text: str, reader: CommandReader | None) -> tuple[str, ...]:
    """The values in a command that a mask covers, the longest first. Empty for a command that can't be read: people
    have to see all of it.
    """
    if reader is None or not (found := candidates(text)):
        return ()
    reading = reader(text)
    if reading.problem or any(command.program in VARIABLE_READERS for command in reading.commands):
        return ()
    line = _Line(reading.commands)
    return tuple(value for value in found if line.only_takes(value))


class _Line:
    """The commands of one text."""

    def __init__(self, commands: tuple[SimpleCommand, ...]) -> None:
        self._commands = commands
        self._prints_only = all(command.program in TEXT_TAKERS for command in commands if command.words)
        texts = [one.target.text for command in commands for one in command.redirections if not one.target.inline]
        self._prose = {value for text in texts for value in secrets(text)} if self._prints_only else set[str]()
        self._set = set(_settings(texts)) if all(map(_runs_files_only, commands)) else set[str]()

    def only_takes(self, value: str) -> bool:
        """True if every word with the value in it takes it as a secret, and nothing on the line could use it
        otherwise.
        """
        seen = False
        for command in self._commands:
            for assignment in command.assignments:
                if value in assignment.value.text:
                    seen = True
                    if not (is_secret_name(assignment.name) and assignment.value.text == value):
                        return False
            for redirection in command.redirections:
                if value in redirection.target.text:
                    seen = True
                    if redirection.target.inline or not self._writes(command, redirection.target.text, value):
                        return False
            for number, word in enumerate(command.words):
                if value in word.text:
                    seen = True
                    if not self._takes(command, number, word, value):
                        return False
        return seen

    def _writes(self, command: SimpleCommand, text: str, value: str) -> bool:
        """True if a here-document with the value in it is no more than text, or settings for programs to come."""
        if value in self._prose:
            return True
        settings = value in self._set and all(value not in line or _sets(line, value) for line in text.split("\n"))
        return settings and command.program in TEXT_TAKERS

    def _takes(self, command: SimpleCommand, number: int, word: Word, value: str) -> bool:
        """True if the command's word of that index, which contains the value, takes it as a secret."""
        before, _, after = word.text.partition(value)
        if number == 0 or HOLE in word.text or value in after:
            return False
        previous = command.words[number - 1].text
        if not before and not after and previous.startswith("-"):
            return is_secret_name(previous)
        if before.endswith("=") and not after and is_secret_name(before[:-1]):
            return True
        if "://" in before:
            opened = any(runs_code(each.text) for each in command.words[:number])
            return not opened and _is_in_address(before, after)
        if not after and _is_credential(command, previous, before):
            return True
        if command.program in PRINTERS and self._prints_only:
            return True
        return any(map(str.isspace, before + after)) and self._prints_only


def _is_in_address(before: str, after: str) -> bool:
    """True for the value of a query's parameter, a user or a password, and not for a host, a path or a fragment."""
    if _IN_QUERY.search(before):
        return not after or after[0] in "&#"
    return _USER.search(before) is not None and _HOST.match(after) is not None


def _is_credential(command: SimpleCommand, previous: str, before: str) -> bool:
    """True for the value of a header, and for the password of a login."""
    client = command.program in HTTP_CLIENTS
    if client and previous in _LOGIN_OPTIONS and _LOGIN.fullmatch(before):
        return True
    if (header := _HEADER.search(before)) is None:
        return False
    if client and previous in ("-H", "--header"):
        return True
    named = is_secret_name(header[1]) or header[1].lower() in _AUTHORIZATION
    optional = before.startswith("--") or (previous.startswith("-") and before.endswith(" "))
    return named and (optional or command.program in HEADER_TAKERS)


def _settings(texts: list[str]) -> list[str]:
    """The values of secrets that here-documents set as a `.env` file does."""
    found = (_SETTING.fullmatch(line) for text in texts for line in text.split("\n"))
    return [setting[3] for setting in found if setting and is_secret_name(setting[1])]


def _sets(line: str, value: str) -> bool:
    setting = _SETTING.fullmatch(line)
    return setting is not None and is_secret_name(setting[1]) and setting[3] == value


def _runs_files_only(command: SimpleCommand) -> bool:
    """True if a command runs no text that it reads: a shell and an interpreter are given a file or a module."""
    words = [word.text for word in command.words]
    if any(base(word) in FEEDERS or base(word) in FILTERS for word in words):
        return False
    for number, word in enumerate(words):
        if runs_code(word):
            following = words[number + 1 : number + 3]
            if following[:1] == ["-m"]:
                del following[0]
            if not following or following[0].startswith("-") or HOLE in following[0] or _UNREAL.match(following[0]):
                return False
    return True
