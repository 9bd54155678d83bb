"""Pages as pictures, by the distribution's Chromium."""

import re
import shutil
import subprocess
from pathlib import Path

WIDTH = 720
COLOURS = 64
"""Of a picture: it is text, mostly."""
NEEDED = {"chromium": "chromium", "pngquant": "pngquant"}
"""Programs, by the packages in which Debian has them."""
FONTS = ("fonts-lato", "fonts-dejavu-core", "fonts-noto-color-emoji")
_QUIET = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"]
_HEIGHT = re.compile(r'data-height="(\d+)"')
_MEASURE = "<script>document.body.dataset.height = document.documentElement.scrollHeight</script>"
_TIMEOUT = 60.0
"""Seconds for a page."""


class Missing(Exception):
    """A program is not there; the message says how to install it."""


def check() -> None:
    """Raises Missing."""
    missing = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    if missing:
        packages = " ".join((*missing, *FONTS))
        raise Missing(f"{' and '.join(missing)} not found. On Debian or Ubuntu: apt-get install {packages}")


def picture(page: str, to: Path) -> None:
    """Writes the page as a PNG, as high as it is; its HTML is left beside it for as long as that takes."""
    source = to.with_suffix(".html").absolute()
    source.write_text(page + _MEASURE, encoding="utf-8")
    try:
        dumped = _chromium(f"--window-size={WIDTH},100", "--dump-dom", source.as_uri())
        found = _HEIGHT.search(dumped)
        assert found, dumped[-500:]
        _chromium(f"--window-size={WIDTH},{found[1]}", f"--screenshot={to.absolute()}", source.as_uri())
        _run("pngquant", "--force", "--strip", "--nofs", "--speed=1", "--output", str(to), str(COLOURS), str(to))
    finally:
        source.unlink()


def _chromium(*arguments: str) -> str:
    return _run("chromium", *_QUIET, *arguments)


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT, check=True)
    return done.stdout
