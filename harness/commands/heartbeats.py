"""What is answered to the command by which people have us look at something by ourselves. Pure."""

from collections.abc import Mapping
from typing import Literal

from harness.chat.events import CommandInvoked, Surface
from harness.chat.wording import counted
from harness.commands.context import CommandContext, Subject
from harness.commands.words import QUOTES
from harness.sessions import pulses
from harness.sessions.facts import Fact, HeartbeatAdjusted, HeartbeatEnded, HeartbeatSet
from harness.sessions.pulses import Pulse
from harness.sessions.values import replace
from harness.toolbox.clock import local
from harness.tools.beats import OWN, Beat
from harness.wording.reasons import looked, skipped
from harness.workspace.cadences import NoCadence, cadence

_HOW: Mapping[str, Literal["mute", "unmute", "now"]] = {"mute": "mute", "unmute": "unmute", "now": "now"}
_SHOWN = 80
"""Characters of a list."""


def heartbeat(said: CommandInvoked, subject: Subject, context: CommandContext) -> str | tuple[Fact, ...]:
    """What people set is the thread's own; what else they say is of all heartbeats that are here."""
    verb, _, rest = said.argument.partition(" ")
    here, by, place = subject.session.pulses, said.by, said.place
    match verb:
        case "":
            lines = [f"- {beating(pulse, context.zone)}" for pulse in here]
            return "\n".join(["By myself I look here", *lines]) if lines else _none(said.surface)
        case "every" if context.silent(place):
            return f"Not set: {skipped('replies-off')}."
        case "every":
            return _set(said, subject, rest, context.zone)
        case "checklist" if rest:
            return _listed(said, subject, rest)
        case "off" if here:
            return tuple(HeartbeatEnded(pulse.id, "", by, place) for pulse in here)
        case "now" if here and all(context.silent(pulse.place) for pulse in here):
            return f"Not now: {skipped('replies-off')}."
        case _ if here and verb in _HOW:
            return tuple(HeartbeatAdjusted(by, place, pulse.id, _HOW[verb]) for pulse in here)
        case _ if verb == "off" or verb in _HOW:
            return _none(said.surface)
    spelt = ", ".join(said.surface.spelt(f"heartbeat {words}") for words in ("every 2h 9-18", *_HOW, "off"))
    return f"That is not how I understand it: {spelt}, or {said.surface.spelt('heartbeat checklist LIST')}."


def beating(pulse: Pulse, zone: str) -> str:
    """How often it comes, when next on the clocks of that zone, and what became of it lately."""
    more = (
        f"next {local(pulse.at, zone)}" if pulse.at is not None else "",
        f"the list is: {_cut(pulse.beat.checklist)}" if pulse.beat.checklist else "by the workspace's list",
        "muted" if pulse.muted else "",
        f"the last time {looked(pulse.last)}" if pulse.last else "",
        f"silent {counted(pulse.silent, 'time')} in a row" if pulse.silent else "",
        f"passed over {counted(pulse.skipped, 'time')}, the last since {skipped(pulse.why)}" if pulse.why else "",
    )
    return f"{pulse.cadence}, for {pulse.by}: {'; '.join(filter(None, more))}"


def _set(said: CommandInvoked, subject: Subject, words: str, zone: str) -> str | tuple[Fact, ...]:
    """Every 2h, or every 2h 9-18, or every 2h 9-18 Europe/Berlin; without a zone on the clocks of who says it."""
    every, hours, named, *rest = [*words.split(), "", "", ""]
    if any(rest):
        return f"Not set: {said.surface.spelt('heartbeat every 2h 9-18 Europe/Berlin')} says all that there is to say."
    try:
        pace = cadence(every, hours, named or zone)
    except NoCadence as error:
        return f"Not set: {error}."
    known = pulses.of(subject.session.pulses, OWN)
    beat = replace(known.beat, cadence=pace) if known else Beat(OWN, pace)
    return (HeartbeatSet(said.by, said.place, beat),)


def _listed(said: CommandInvoked, subject: Subject, words: str) -> str | tuple[Fact, ...]:
    """It comes as often as before, and looks at something else."""
    known = pulses.of(subject.session.pulses, OWN)
    if known is None:
        return f"Say first how often I am to look: {said.surface.spelt('heartbeat every 2h')}."
    checklist = "" if words == "default" else words.strip(f"{QUOTES} ")
    pace = replace(known.cadence, anchor=0.0)
    return (HeartbeatSet(said.by, known.place, replace(known.beat, cadence=pace, checklist=checklist)),)


def _none(surface: Surface) -> str:
    return f"I do not look here by myself. {surface.spelt('heartbeat every 2h 9-18')} has me do it."


def _cut(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"
