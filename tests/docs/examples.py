"""The blocks of a page: files, by the path that stands behind the language, with a + where they go on; and commands."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```(\w*)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files(page: str) -> dict[str, str]:
    found = dict[str, str]()
    for _, path, text in _blocks(page):
        if path.endswith("+"):
            found[path[:-1]] += text
        elif path:
            found[path] = text
    return found


def introduced(page: str) -> dict[str, str]:
    """What is said right before each block that is a file, by its path, as people see it, who do not see the path."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return {
        block[2]: text[: block.start()].rstrip().rpartition("\n\n")[2] for block in _BLOCK.finditer(text) if block[2]
    }


def commands(page: str) -> list[str]:
    return [line for language, _, text in _blocks(page) if language == "console" for line in text.splitlines()]


def written(page: str, below: Path) -> None:
    """All its files, below that folder."""
    for path, text in files(page).items():
        (below / path).parent.mkdir(parents=True, exist_ok=True)
        (below / path).write_text(text, encoding="utf-8")


def _blocks(page: str) -> list[tuple[str, str, str]]:
    return _BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))
