"""An environment under build/, made once for each version of its locked requirements: a neighbour's, for one."""

import hashlib
import subprocess
import venv
from pathlib import Path

HERE = Path(__file__).parent
REQUIREMENTS = HERE / "requirements.txt"


def python(build: Path) -> Path:
    """The Python of the neighbours' environment."""
    return made(build, "peers", REQUIREMENTS)


def made(build: Path, name: str, requirements: Path) -> Path:
    """The Python of an environment with these, which is made if it is not there. Needs a package index."""
    digest = hashlib.sha256(requirements.read_bytes()).hexdigest()[:12]
    folder = build / f"{name}-{digest}"
    executable = folder / "bin" / "python"
    if not (folder / "complete").exists():
        venv.create(folder, with_pip=True, clear=True)
        install = [str(executable), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(requirements)]
        subprocess.run(install, check=True)
        (folder / "complete").touch()
    return executable


class Deepagents:
    """A process that plays one turn whenever it is told to."""

    def __init__(self, build: Path) -> None:
        command = [str(python(build)), str(HERE / "deepagents_steps.py")]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.version = self._line()

    def turn(self, earlier: int) -> float:
        """Seconds of its process CPU, in a thread of its own with that many earlier messages."""
        assert self._process.stdin
        self._process.stdin.write(f"{earlier}\n")
        self._process.stdin.flush()
        return float(self._line())

    def close(self) -> None:
        with self._process:  # closes what it reads, upon which it ends
            pass

    def _line(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("deepagents has ended: its standard error says why")
        return line.strip()
