"""Facts that the session knows and a summary may lose: skills that were read, saved results, background commands.
Pure.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from harness.chat.untrusted import in_line
from harness.context.results import paths
from harness.sessions.entries import CarriedOver, Entry, Result, Said, Spoke, Summed, Told
from harness.sessions.session import Session
from harness.tools.arguments import as_object
from harness.tools.calls import ToolCall
from harness.tools.skills import FILE, FOLDER, SKILL

LATEST = 20
"""Skills, and results, that are named."""


def carried_over(gone: Sequence[Entry], session: Session) -> CarriedOver:
    """The facts to name where these entries are no longer shown."""
    earlier = [entry.carried_over for entry in gone if isinstance(entry, Summed)]
    calls = [call for entry in gone if isinstance(entry, Spoke) for call in entry.calls]
    texts = [entry.text for entry in gone if isinstance(entry, Result | Said | Told)]
    binding = tuple(one.skill for one in session.turn.narrowed) if session.turn else ()
    return CarriedOver(
        skills=_latest([*(name for one in earlier for name in one.skills), *_read(calls), *binding]),
        binding=binding,
        results=_latest(
            [*(path for one in earlier for path in one.results), *(p for text in texts for p in paths(text))]
        ),
        commands={one.id: one.command for one in session.commands},
    )


def without_words(known: CarriedOver) -> CarriedOver:
    """The same, without words that people or commands may have said."""
    return replace(known, commands=dict.fromkeys(known.commands, ""))


def told(known: CarriedOver) -> Iterator[str]:
    """Its lines."""
    binding = [name for name in known.skills if name in known.binding]
    if binding:
        yield f"[In force, and to be read again before you go on: the skill {_list(binding)}.]"
    if others := [name for name in known.skills if name not in known.binding]:
        yield f"[You had read the skill {_list(others)}. Read it again if the task still needs it.]"
    if known.commands:
        yield "[Running in the background:]"
        yield from (f"- {id}{f': {in_line(command)}' if command else ''}" for id, command in known.commands.items())
    if known.results:
        yield f"[Kept whole, for read_file and grep: {_list(known.results)}.]"


def _read(calls: Iterable[ToolCall]) -> Iterator[str]:
    """The names of the skills that these calls read."""
    for call in calls:
        arguments = as_object(call.arguments) or {}
        name, path = arguments.get("name"), arguments.get("path")
        if call.tool == SKILL and isinstance(name, str):
            yield in_line(name)
        elif isinstance(path, str) and path.startswith(f"{FOLDER}/") and path.endswith(f"/{FILE}"):
            yield in_line(path.removeprefix(f"{FOLDER}/").removesuffix(f"/{FILE}"))


def _latest(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(reversed(list(names))))[:LATEST][::-1]


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
