"""What has become of commands that run in the background: whoever works on their thread says it, once."""

from collections.abc import AsyncIterator

from harness.loop.engine import Engine
from harness.loop.rules import Rules
from harness.sessions.facts import CommandEnded
from harness.sessions.index import ThreadIndex
from harness.sessions.session import Session
from harness.toolbox.background_commands import BackgroundCommands, Ended


async def command_ends(
    thread: str, session: Session, rules: Rules, background: BackgroundCommands
) -> AsyncIterator[CommandEnded]:
    """One that another machine had, or an earlier start of the program, is lost. One of ours has ended once the program
    says so; of one that was stopped that is for `EndCommand`. Raises JournalUnavailable.
    """
    for command in session.commands:
        lost = (command.node, command.boot) != (background.node, background.boot)
        if command.stopped and not lost:
            continue
        ended = Ended("lost") if lost else background.ended(thread, command.id)
        if ended:
            kept = await background.is_kept(thread, command.id)
            yield CommandEnded(command.id, ended.how, ended.exit_code, rules.silent(command.place), kept)


async def look_after_commands(index: ThreadIndex, engine: Engine, team: str) -> None:
    """Threads whose commands may be lost say so, also those that sleep. Raises JournalUnavailable."""
    for one in await index.running(team):
        engine.wake(one.thread)
