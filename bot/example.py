"""Writes the example workspace, which is shipped in `manifests/workspace`."""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

SETTINGS = "workspace.yaml"


def write_example(folder: Path) -> list[Path]:
    """Writes the example to `folder`, and returns the files that it wrote. Nothing that is there is overwritten.

    Raises FileExistsError if there is a workspace already, before it writes anything, and OSError if it cannot write.
    """
    if (folder / SETTINGS).exists():
        raise FileExistsError(f"{folder} is already a workspace: {folder / SETTINGS} exists, and was left as it is")
    written = []
    for name, source in _example(files("manifests") / "workspace", Path()):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with target.open("xb") as file:
                file.write(source.read_bytes())
        except FileExistsError:
            continue
        written.append(target)
    return written


def next_steps(folder: Path, options: str = "") -> list[str]:
    """What to do with an example that was written there; `options` are what commands need to find it."""
    from bot.platforms.registry import PLATFORMS

    tokens = ", or ".join(one.tokens for one in PLATFORMS)
    manifests = " or ".join(f"`deskmate manifest {one.traits.name}{options}`" for one in PLATFORMS)
    return [
        f"Wrote {folder}. Next:",
        f"1. In {folder / SETTINGS}, set `model:` and name an owner under `people:`. How your team works goes into "
        f"{folder / 'AGENTS.md'}, and what is for certain tasks into {folder / 'skills'}; both may wait.",
        f"2. Make an app from what {manifests} prints.",
        f"3. In the environment, set its tokens ({tokens}) and the key of the model's provider.",
        f"4. `deskmate doctor{options}` says what is missing, and `deskmate run{options}` starts me.",
        f"Without any account: `deskmate try{options}`.",
    ]


def _example(source: Traversable, name: Path) -> Iterator[tuple[Path, Traversable]]:
    for entry in sorted(source.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _example(entry, name / entry.name)
        else:
            yield name / entry.name, entry
