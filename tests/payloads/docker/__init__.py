"""What a real engine of docker answers to what `adapters/sandboxes/docker` asks of it, recorded.

    DESKMATE_TEST_IMAGE=NAME@sha256:… python -m tests.payloads.docker

asks the engine that is here, and writes it down (conversations.json). Tests play it back where there is none: a program
called docker answers just what was asked then, so that whoever asks otherwise has to record anew.
"""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from adapters.sandboxes import docker
from adapters.sandboxes.docker import Docker
from harness.toolbox.shell import Hidden, ShellError

RECORDED = Path(__file__).parent / "conversations.json"
PLAYED = "python:3.13@sha256:" + "0" * 64
"""The image's name where a conversation is played back."""
NOWHERE = "unix:///nowhere/docker.sock"
_PROGRAM = """#!{python} -S
import json, os, re, subprocess, sys
from pathlib import Path

told = sys.argv[1:]
cid = told[told.index("--cidfile") + 1] if "--cidfile" in told else ""
image, name = {image!r}, {image!r}.partition("@")[0]
names = [[cid, "CIDFILE"], [{folder!r}, "FOLDER"], [image, "IMAGE"], [name, "NAME"], [{user!r}, "USER"]]
asked = []
for word in told:
    for one, instead in names:
        word = word.replace(one, instead) if one else word
    asked.append(re.sub(r"deskmate-[0-9]+-[0-9]+", "deskmate-N", word))
away = os.environ.get("DOCKER_HOST", "") == {nowhere!r}
kept = Path({kept!r})
if {record!r}:
    done = subprocess.run([{record!r}, *told], capture_output=True, text=True)
    out, err = (said.replace(image, "IMAGE").replace(name, "NAME") for said in (done.stdout, done.stderr))
    made = bool(cid) and os.path.exists(cid)
    answer = dict(asked=asked, away=away, code=done.returncode, out=out, err=err, made=made)
    if told[0] != "rm":
        kept.write_text(kept.read_text() + json.dumps(answer) + "\\n")
else:
    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    answer = next((one for one in lines if (one["asked"], one["away"]) == (asked, away)), None)
    if answer is None:
        sys.exit("this was never asked of an engine: record it anew: " + json.dumps(asked))
    if answer["made"]:
        Path(cid).write_text("0" * 64)
sys.stdout.write(answer["out"].replace("IMAGE", image).replace("NAME", name))
sys.stderr.write(answer["err"].replace("IMAGE", image).replace("NAME", name))
sys.exit(answer["code"])
"""


class Conversation(NamedTuple):
    """What comes of it, as whoever runs commands sees it."""

    image_here: str
    image_elsewhere: str
    engine_away: str
    ended: str
    refused: str
    too_much: str


def talk(folder: Path, image: str, kept: Path, real: str = "") -> Conversation:
    """With an engine by the program `real`, which is written down in `kept`; or as it was, if that is empty."""
    programs = folder / "bin"
    programs.mkdir(parents=True)
    source = _PROGRAM.format(
        python=sys.executable, folder=str(folder), image=image, user=f"{os.getuid()}:{os.getgid()}", nowhere=NOWHERE,
        kept=str(kept), record=real,
    )  # fmt: skip
    (programs / "docker").write_text(source)
    (programs / "docker").chmod(0o755)
    found = {name: os.environ[name] for name in ("DOCKER_HOST", "DOCKER_CONFIG") if real and name in os.environ}
    here = {"PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(folder), **found}
    away = {**here, "DOCKER_HOST": NOWHERE}
    (folder / "files" / "secret").mkdir(parents=True)
    (folder / "files" / "key").write_text("4711")
    absent = image.partition("@")[0] + "@sha256:" + "1" * 64

    def said(command: str, environment: Mapping[str, str], memory: int = 64 * 1024**2) -> str:
        shell = Docker(folder / "files", environment, {"OURS": "yes"}, image=image, memory=memory)
        hidden = Hidden(("/secret",), (), ("/key",))
        try:
            done = asyncio.run(shell.run(command, 60, lambda text: None, hidden))
        except ShellError as error:
            return f"refused: {error}"
        return f"{done.ended} {done.exit_code}: {done.output}"

    return Conversation(
        docker.hindrance(here, image),
        docker.hindrance(here, absent),
        docker.hindrance(away, image),
        said("echo out; echo err >&2; cat key; ls secret; echo $OURS; exit 3", {**here, "OURS": "yes"}),
        said("echo out", away),
        said("python3 -c 'bytearray(10**9)'; echo $?", here),
    )
