"""What the command `deskmate` takes."""

import argparse
from importlib.metadata import version

from bot.logs import FORMATS, LEVELS
from harness.chat.platforms import PLATFORMS


class _Parser(argparse.ArgumentParser):
    """Each command says by itself what it does not take, and shows what it takes; the whole would otherwise."""

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def] # as it is overloaded there
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown


def parser() -> argparse.ArgumentParser:
    whole = _Parser(prog="deskmate", description="A colleague that lives in your team's chat, and asks before it acts.")
    whole.add_argument("--version", action="version", version=f"deskmate {version('deskmate')}")
    commands = whole.add_subparsers(dest="command", required=True, metavar="command")
    run = commands.add_parser("run", help="work in the team's chat, until stopped")
    run.add_argument("--log-format", choices=FORMATS, default="text", help="lines of text, or one JSON object a line")
    run.add_argument("--log-level", choices=LEVELS, default="info", help="the lowest level that is logged (info)")
    run.add_argument("--verbose", action="store_const", dest="log_level", const="debug", help="--log-level debug")
    attempt = commands.add_parser("try", help="talk to me in this terminal, without an account")
    manifest = commands.add_parser("manifest", help="print the manifest for my app on a platform")
    manifest.add_argument("platform", choices=list(PLATFORMS), help="for which platform")
    manifest.add_argument(
        "--http",
        default="",
        metavar="URL",
        help="for a Slack app without Socket Mode: where its requests go, like "
        "https://deskmate.example.com/slack/events; without a path, that one is meant",
    )
    doctor = commands.add_parser("doctor", help="check the setup, and say what is missing or wrong")
    doctor.add_argument("--model", action="store_true", help="ask each model for one word, too")
    pair = commands.add_parser("pair", help="vouch for somebody by the code they were given in the chat")
    pair.add_argument("code", help="eight letters and digits, good for an hour")
    wakeups = commands.add_parser("wakeups", help="list or change what is scheduled")
    wakeups.add_argument("action", nargs="?", choices=["cancel", "pause", "resume", "run"], help="what to do with one")
    wakeups.add_argument("conversation", nargs="?", default="", help="the conversation's id, as listed")
    wakeups.add_argument("id", nargs="?", default="", help="the id, as listed")
    wakeups.add_argument("--json", action="store_true", help="print JSON")
    threads = commands.add_parser("threads", help="list conversations; show or export one")
    does = threads.add_subparsers(dest="action", required=True, metavar="action")
    listing = does.add_parser("list", help="a line for each")
    listing.add_argument("--json", action="store_true", help="print JSON")
    shown = does.add_parser("show", help="show its state and the last messages")
    exported = does.add_parser("export", help="print a whole conversation")
    exported.add_argument(
        "--format", choices=["md", "jsonl"], default="md", help="Markdown, or each stored row as JSON"
    )
    archived = does.add_parser("archive", help="list it no more, until somebody speaks there")
    deleted = does.add_parser("delete", help="delete it for good, and all that is known of it")
    deleted.add_argument("--yes", action="store_true", help="do it: without this it is only said what would be deleted")
    for one in (shown, exported, archived, deleted):
        one.add_argument("thread", metavar="ID", help="its id, or the beginning of it")
    folder = commands.add_parser("workspace", help="check the workspace, or show what a turn gets from it")
    looks = folder.add_subparsers(dest="action", required=True, metavar="action")
    checks = looks.add_parser("check", help="say of each part that is there whether it is right")
    package = looks.add_parser("show", help="show what a turn would be told, and which tools it would see")
    package.add_argument("--place", default="", metavar="ID", help="where, as platform:team:channel")
    package.add_argument("--person", default="", metavar="ID", help="for whom, as platform:team:user")
    package.add_argument("--mode", default="", metavar="NAME", help="in which mode (the default one)")
    package.add_argument("--model", default="", metavar="NAME", help="with which model (the mode's own)")
    package.add_argument("--checksum", metavar="SUM", help="the package that `status` or the log names so, as it was")
    for one in (checks, package):
        one.add_argument("--team", default="", metavar="ID", help="of which team, where several have a workspace each")
        one.add_argument("--json", action="store_true", help="print JSON")
    memory = commands.add_parser("memory", help="list, export or forget what I remember")
    notes = memory.add_subparsers(dest="action", required=True, metavar="action")
    kept = notes.add_parser("list", help="a line for each")
    kept.add_argument("--json", action="store_true", help="print JSON")
    written = notes.add_parser("export", help="print all of it in Markdown")
    forgotten = notes.add_parser("forget", help="forget one")
    forgotten.add_argument("note", metavar="ID", help="its id, as listed")
    usage = commands.add_parser("usage", help="say what models have used, in tokens and dollars")
    usage.add_argument("span", nargs="?", choices=["today", "week", "month"], default="today", help="since when")
    usage.add_argument("--by", choices=["person", "place", "model", "thread"], help="a line for each")
    usage.add_argument("--json", action="store_true", help="print JSON")
    backup = commands.add_parser("backup", help="copy the database, even while it is in use")
    backup.add_argument("file", metavar="FILE", help="the new file")
    several = (listing, shown, exported, archived, deleted, checks, package, kept, written, forgotten)
    for command in (run, attempt, doctor, manifest, pair, wakeups, *several, usage, backup):
        example = ", or else an example in the data folder" if command is attempt else ""
        where = f"$DESKMATE_WORKSPACE, ./workspace{example}"
        command.add_argument("--workspace", metavar="DIR", help=f"the workspace folder ({where})")
    init = commands.add_parser("init", help="write an example workspace")
    init.add_argument("folder", nargs="?", metavar="DIR", help="where to ($DESKMATE_WORKSPACE, ./workspace)")
    return whole
