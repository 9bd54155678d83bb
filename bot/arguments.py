"""What the command `deskmate` takes."""

import argparse
from importlib.metadata import version

from bot.logs import FORMATS, LEVELS
from harness.chat.platforms import PLATFORMS


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="deskmate", description="A colleague that lives in your team's chat, and asks before it acts."
    )
    whole.add_argument("--version", action="version", version=f"deskmate {version('deskmate')}")
    commands = whole.add_subparsers(dest="command", required=True, metavar="command")
    run = commands.add_parser("run", help="work in the team's chat, until stopped")
    run.add_argument("--log-format", choices=FORMATS, default="text", help="how: lines to read, or an object a line")
    run.add_argument("--log-level", choices=LEVELS, default="info", help="from which level on (info)")
    run.add_argument("--verbose", action="store_const", dest="log_level", const="debug", help="--log-level debug")
    attempt = commands.add_parser("try", help="talk to it in this terminal, without any account")
    manifest = commands.add_parser("manifest", help="print the manifest that its app on a platform is made from")
    manifest.add_argument("platform", choices=list(PLATFORMS), help="for which platform")
    manifest.add_argument(
        "--http",
        default="",
        metavar="URL",
        help="for a Slack app without Socket Mode: where its requests go, like "
        "https://deskmate.example.com/slack/events; without a path, that one is meant",
    )
    doctor = commands.add_parser("doctor", help="say what is missing or wrong before it works in the team's chat")
    doctor.add_argument("--model", action="store_true", help="ask each model for one word, too")
    pair = commands.add_parser("pair", help="vouch for somebody who was given this code in the chat")
    pair.add_argument("code", help="eight letters and digits, good for an hour")
    wakeups = commands.add_parser("wakeups", help="list when it wakes by itself, and for what; or change that")
    wakeups.add_argument("action", nargs="?", choices=["cancel", "pause", "resume", "run"], help="what to do with one")
    wakeups.add_argument("conversation", nargs="?", default="", help="its conversation, as the list has it")
    wakeups.add_argument("id", nargs="?", default="", help="its id, as the list has it")
    wakeups.add_argument("--json", action="store_true", help="the list as objects")
    threads = commands.add_parser("threads", help="list its conversations; show or export one")
    does = threads.add_subparsers(dest="action", required=True, metavar="action")
    listing = does.add_parser("list", help="a line for each")
    listing.add_argument("--json", action="store_true", help="as a list of objects")
    shown = does.add_parser("show", help="how one stands, and the end of what was said")
    exported = does.add_parser("export", help="all of one, on standard output")
    exported.add_argument(
        "--format", choices=["md", "jsonl"], default="md", help="to read, or each row as it is stored"
    )
    for one in (shown, exported):
        one.add_argument("thread", metavar="ID", help="its name, or how that begins")
    backup = commands.add_parser("backup", help="copy its database, also while it is at work")
    backup.add_argument("file", metavar="FILE", help="where to: a file that is not there")
    for command in (run, attempt, doctor, manifest, pair, wakeups, listing, shown, exported, backup):
        example = ", or else an example in the data folder" if command is attempt else ""
        where = f"$DESKMATE_WORKSPACE, ./workspace{example}"
        command.add_argument("--workspace", metavar="DIR", help=f"the workspace folder ({where})")
    init = commands.add_parser("init", help="write an example workspace")
    init.add_argument("folder", nargs="?", metavar="DIR", help="where to ($DESKMATE_WORKSPACE, ./workspace)")
    return whole
