"""What is answered to the command by which people have us look at something by ourselves. Pure."""

from collections.abc import Mapping
from typing import Literal

from harness.chat.events import CommandInvoked, Surface
from harness.chat.secrets import concealed
from harness.chat.wording import counted
from harness.commands.context import CommandContext, Subject
from harness.commands.lists import in_short
from harness.commands.words import QUOTES
from harness.sessions.facts import Fact, HeartbeatAdjusted, HeartbeatSet, TimerEnded, TimerTriggered
from harness.sessions.heartbeat import Heartbeat
from harness.toolbox.clock import briefly
from harness.tools.heartbeats import OWN, HeartbeatConfig
from harness.tools.values import replace
from harness.wording.reasons import looked, skipped
from harness.workspace.intervals import NotAnInterval, interval

_HOW: Mapping[str, Literal["mute", "unmute"]] = {"mute": "mute", "unmute": "unmute"}
_VERBS = (*_HOW, "now", "off")


def heartbeat(said: CommandInvoked, subject: Subject, context: CommandContext) -> str | tuple[Fact, ...]:
    """What people set is the thread's own; what else they say is of all heartbeats that are here."""
    verb, _, rest = said.argument.partition(" ")
    here, by, place = subject.session.timers.heartbeats, said.by, said.place
    match verb:
        case "":
            lines = [f"- {heartbeat_in_words(heartbeat, context.zone)}" for heartbeat in here]
            return "\n".join(["Heartbeat:", *lines]) if lines else _none(said.surface)
        case "every" if context.silent(place):
            return f"Not set: {skipped('replies-off')}."
        case "every":
            return _set(said, subject, rest, context.zone)
        case "checklist" if rest:
            return _listed(said, subject, rest)
        case "off" if here:
            return tuple(TimerEnded(heartbeat.id, "", by=by, place=place) for heartbeat in here)
        case "now" if here and all(context.silent(heartbeat.place) for heartbeat in here):
            return f"Not now: {skipped('replies-off')}."
        case "now" if here:
            return tuple(TimerTriggered(by, place, heartbeat.id) for heartbeat in here)
        case _ if here and verb in _HOW:
            return tuple(HeartbeatAdjusted(by, place, heartbeat.id, _HOW[verb]) for heartbeat in here)
        case _ if verb in _VERBS:
            return _none(said.surface)
    spelt = ", ".join(said.surface.spelt(f"heartbeat {words}") for words in ("every 2h 9-18", *_VERBS))
    return f"I didn't understand that. Try {spelt} or {said.surface.spelt('heartbeat checklist LIST')}."


def heartbeat_in_words(heartbeat: Heartbeat, zone: str) -> str:
    """How often it comes, when next on the clocks of that zone, and what became of it lately."""
    times = counted(heartbeat.skipped, "time")
    parts = (
        str(heartbeat.schedule),
        f"next {briefly(heartbeat.at, zone)}" if heartbeat.at is not None else "",
        f"for {heartbeat.by}",
        "muted" if heartbeat.muted else "",
    )
    sentences = (
        f"Last check: {looked(heartbeat.last)}." if heartbeat.last else "",
        f"Silent {counted(heartbeat.silent, 'time')} in a row." if heartbeat.silent > 1 else "",
        f"Skipped {times}, last because {skipped(heartbeat.why)}." if heartbeat.why else "",
        f"List: {in_short(concealed(heartbeat.config.checklist))}" if heartbeat.config.checklist else "",
    )
    return " ".join([f"{', '.join(filter(None, parts))}.", *filter(None, sentences)])


def _set(said: CommandInvoked, subject: Subject, words: str, zone: str) -> str | tuple[Fact, ...]:
    """Every 2h, or every 2h 9-18, or every 2h 9-18 Europe/Berlin; without a zone on the clocks of who says it."""
    every, hours, named, *rest = [*words.split(), "", "", ""]
    if any(rest):
        return f"Not set: that is too much. Say at most {said.surface.spelt('heartbeat every 2h 9-18 Europe/Berlin')}."
    try:
        pace = interval(every, hours, named or zone)
    except NotAnInterval as error:
        return f"Not set: {error}."
    known = subject.session.timers.heartbeat(OWN)
    config = replace(known.config, schedule=pace) if known else HeartbeatConfig(OWN, pace)
    return (HeartbeatSet(said.by, said.place, config),)


def _listed(said: CommandInvoked, subject: Subject, words: str) -> str | tuple[Fact, ...]:
    """It comes as often as before, and looks at something else."""
    known = subject.session.timers.heartbeat(OWN)
    if known is None:
        return f"First set how often: {said.surface.spelt('heartbeat every 2h')}."
    checklist = "" if words == "default" else words.strip(f"{QUOTES} ")
    pace = replace(known.schedule, since=0.0)
    return (HeartbeatSet(said.by, known.place, replace(known.config, schedule=pace, checklist=checklist)),)


def _none(surface: Surface) -> str:
    return f"No heartbeat is set here. Set one with {surface.spelt('heartbeat every 2h 9-18')}."
