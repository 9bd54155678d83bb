"""A neighbour's environment under build/, made once for each version of its locked requirements."""

import hashlib
import json
import subprocess
import sys
import venv
from pathlib import Path

from benchmarks.report import Peer

HERE = Path(__file__).parent
REQUIREMENTS = HERE / "requirements.txt"


def python(build: Path) -> Path:
    """The Python of the environment, which is made if it is not there. Needs a package index."""
    digest = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:12]
    folder = build / f"peers-{digest}"
    executable = folder / "bin" / "python"
    if not (folder / "complete").exists():
        venv.create(folder, with_pip=True, clear=True)
        install = [str(executable), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(REQUIREMENTS)]
        subprocess.run(install, check=True)
        (folder / "complete").touch()
    return executable


def deepagents(executable: Path, earlier: int, turns: int) -> Peer:
    """Its version, and its CPU of a step in ms after that many earlier messages (the median turn's)."""
    command = [str(executable), str(HERE / "deepagents_steps.py"), str(earlier), str(turns)]
    ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=sys.stderr, text=True)
    measured: Peer = json.loads(ran.stdout)
    return measured
