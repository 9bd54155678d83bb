"""Lines on commands that run in the background."""

from collections.abc import Iterator

from bot.work_log.line import WorkLine, given, rounded
from harness.sessions import facts as f
from harness.sessions.session import Session


def of_commands(before: Session, row: f.Row, after: Session) -> Iterator[WorkLine]:
    if before.commands is after.commands:
        return
    for one in after.commands:
        if before.command(one.id) is None:
            most = given(call=one.id, limit=rounded(one.limit), notify=one.notify)
            yield WorkLine("command.started", f"call {one.id} runs in the background, {one.limit:.0f} s at most", most)
    fact = row.fact
    if isinstance(fact, f.CommandEnded) and (ended := before.command(fact.id)):
        seconds = row.at - ended.since
        code = "" if fact.exit_code is None else f", exit code {fact.exit_code}"
        fields = given(call=fact.id, how=fact.how, exit_code=fact.exit_code, seconds=rounded(seconds))
        text = f"call {fact.id} has ended in the background ({fact.how}{code}) after {seconds:.1f} s"
        yield WorkLine("command.ended", text, fields)
