"""Secrets in a command: values that a mask may cover, since people see without them what the command does."""

from harness.chat.secrets import candidates, is_secret_name, secrets
from harness.tools.shell_commands import HOLE, CommandReader, SimpleCommand, Word

_PRINTERS = frozenset({"echo", "printf"})
_TAKES_TEXT = frozenset(
    {"echo", "printf", "cat", "tee", "git", "curl", "gh", "ls", "cd", "mkdir", "true", "export", "umask"}
)
"""Programs that run nothing of what they are given or print. With any other on the line, text stays readable."""
_DYNAMIC = frozenset({"eval", "source", ".", "printenv", "declare", "typeset"})
"""Programs that may use a variable whose name is not in the command."""


def command_secrets(text: str, reader: CommandReader | None) -> tuple[str, ...]:
    """The values in a command that a mask covers, the longest first. Empty for a command that can't be read: people
    have to see all of it.
    """
    found = candidates(text)
    if not found or reader is None:
        return ()
    reading = reader(text)
    if reading.problem or any(command.program in _DYNAMIC for command in reading.commands):
        return ()
    return tuple(value for value in found if _is_only_a_value(value, reading.commands))


def _is_only_a_value(value: str, commands: tuple[SimpleCommand, ...]) -> bool:
    """True if every word with the value in it takes it as a secret, and nothing on the line could use it otherwise."""
    prints_only = all(command.program in _TAKES_TEXT for command in commands if command.words)
    seen = False
    for command in commands:
        for assignment in command.assignments:
            if value in assignment.value.text:
                seen = True
                if not (is_secret_name(assignment.name) and assignment.value.text == value):
                    return False
        for redirection in command.redirections:
            if value in redirection.target.text:
                seen = True
                text = redirection.target
                if text.inline or not prints_only or value not in secrets(text.text):
                    return False
        for number, word in enumerate(command.words):
            if value in word.text:
                seen = True
                if not _takes_secret(command, number, word, value, prints_only):
                    return False
    return seen


def _takes_secret(command: SimpleCommand, number: int, word: Word, value: str, prints_only: bool) -> bool:
    """True if the command's word of that index, which contains the value, takes it as a secret."""
    before, _, after = word.text.partition(value)
    if number == 0 or HOLE in word.text:
        return False
    previous = command.words[number - 1].text
    if not before and not after and previous.startswith("-"):
        return is_secret_name(previous)
    if before.endswith("=") and not after:
        return is_secret_name(before[:-1])
    if "://" in before and before.endswith(":") and after.startswith("@"):
        return True
    if ":" in before and previous.startswith("-"):  # a header
        return before.rpartition(":")[2].strip(" ").lower() in ("", "bearer", "basic", "token") and not after
    if command.program in _PRINTERS and prints_only:
        return True
    return any(map(str.isspace, before + after)) and prints_only
