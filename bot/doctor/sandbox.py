"""Where commands run: in which sandbox, why not in a better one, and which of its limits hold here."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from adapters.sandboxes.bubblewrap import IN_MEMORY
from adapters.sandboxes.choice import Sandboxes
from adapters.shell_parser.shfmt import installed
from bot import wiring
from bot.doctor.finding import Finding
from bot.workspaces.file_rules import why_no_command_runs
from harness.approvals.gate import Rule, Verdict
from harness.approvals.patterns import means_all
from harness.toolbox.execute import EXECUTE
from harness.toolbox.shell import Isolation
from harness.tools.shell_commands import CommandReader
from harness.workspace.workspace import Workspace

_NOT_COUNTED = (
    "I can make no control group here, so nothing counts the processes of a command, and each of them may use all of "
    f"`sandbox.memory`. Files in /tmp, HOME, /run and /dev/shm take up to {IN_MEMORY // 1024**2:,} MB more. Run me "
    "with systemd's Delegate=yes, or in a container with a writable /sys/fs/cgroup"
)

_TRACKED = (
    "your files are a git repository, and rules hide some of them. Commands don't see those files, and I undo commits "
    "that delete them. But commands can read them in git's history. To prevent that, hide /.git as well"
)


def sandbox(
    folder: Path, workspace: Workspace, environment: Mapping[str, str], reader: CommandReader | None = None
) -> Iterator[Finding]:
    """Findings on the workspace in `folder`. `reader` is this installation's unless given."""
    settings = workspace.sandbox
    choice = Sandboxes(folder / wiring.FILES, environment).of(settings)
    isolation = choice.shell.isolation
    if choice.wrong:
        yield Finding("sandbox", "wrong", f"no command runs: {choice.why}")
        return
    if not isolation.sandbox:
        why = f": {choice.why}" if choice.why else ", as the workspace says"
        yield Finding("sandbox", "note", f"commands run without a sandbox{why}. People are asked about each")
        if allowed := next(filter(_allows_all, _rules(workspace)), None):
            yield Finding("sandbox", "note", f"the rule that allows {allowed} means ask here")
        if workspace.files.rules:
            yield Finding("sandbox", "note", "`files` rules don't apply to commands here, so I ask about each one")
    else:
        if why := why_no_command_runs(workspace.files, folder / wiring.FILES):
            yield Finding("sandbox", "wrong", why)
        else:
            where = isolation.sandbox.removesuffix(" with network")
            yield Finding("sandbox", "ok", f"commands run in {where}: {_limits(isolation)}")
        if hides_tracked(workspace, folder / wiring.FILES):
            yield Finding("sandbox", "note", _TRACKED)
        if isolation.held_each:
            yield Finding("sandbox", "note", _NOT_COUNTED)
    if problem := (reader or installed())("true").problem:
        text = f"I can't read commands ({problem}): if a rule has a pattern on commands, I ask about each one. "
        yield Finding("sandbox", "wrong", f"{text}Reinstall my dependencies; shfmt-py provides the parser")
    for name in settings.environment:
        if name not in environment:
            text = f"`sandbox.environment` names {name}, which is not set in my environment: commands do not see it"
            yield Finding("sandbox", "note", text)


def hides_tracked(workspace: Workspace, files: Path) -> bool:
    """True if rules hide files of a git repository, but not its `.git`."""
    decides = workspace.files.first("read", "/.git")
    if not (files / ".git").exists() or (decides and decides.verdict is not Verdict.ALLOW):
        return False
    if any(rule.verdict is not Verdict.ALLOW for rule in workspace.files.of("read")):
        return True
    return any(
        rule.verdict is not Verdict.ALLOW and rule.match.startswith("/") and rule.category in ("", "read")
        for rule in _rules(workspace)
    )


def _limits(isolation: Isolation) -> str:
    network = "with network" if isolation.network else "no network"
    memory = f"{isolation.memory // 1024**2:,} MB of memory{' for each process' if isolation.held_each else ''}"
    processes = f", {isolation.processes} processes" if isolation.processes else ""
    named = f", and they see {', '.join(isolation.environment)}" if isolation.environment else ""
    return f"{network}, {memory}{processes}{named}"


def _rules(workspace: Workspace) -> Iterator[Rule]:
    yield from workspace.rules
    for mode in workspace.modes.values():
        yield from mode.rules


def _allows_all(rule: Rule) -> bool:
    on_commands = rule.tool == EXECUTE or (not rule.tool and rule.category == "execute")
    return on_commands and rule.verdict is Verdict.ALLOW and means_all(rule.match)
