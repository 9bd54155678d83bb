"""`python -m tests.gallery [STORY …]`: plays the stories, and writes a picture of each on each platform into
docs/gallery, with an index if all were played.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from tests.architecture.tree import ROOT
from tests.gallery import chromium
from tests.gallery.counts import Count
from tests.gallery.discord import stage as discord
from tests.gallery.index import file_of, index
from tests.gallery.page import page
from tests.gallery.slack import stage as slack
from tests.gallery.stage import Stage
from tests.gallery.stories.all import STORIES
from tests.gallery.stories.book import Story
from tests.gallery.terminal import stage as terminal

FOLDER = ROOT / "docs" / "gallery"
STAGES: Mapping[str, Callable[[Path], AbstractContextManager[Stage]]] = {
    "slack": slack.staged,
    "discord": discord.staged,
    "terminal": terminal.staged,
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description=__doc__)
    parser.add_argument("stories", nargs="*", metavar="STORY")
    parser.add_argument("--on", choices=STAGES, help="one platform alone")
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER", help="instead of docs/gallery")
    given = parser.parse_args(arguments)
    if unknown := set(given.stories) - {story.name for story in STORIES}:
        parser.error(f"there is no story {', '.join(sorted(unknown))}: {', '.join(story.name for story in STORIES)}")
    try:
        chromium.check()
    except chromium.Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    given.to.mkdir(parents=True, exist_ok=True)
    stories = [story for story in STORIES if not given.stories or story.name in given.stories]
    counts = {story.name: _played(story, given.to, given.on) for story in stories}
    if not given.stories and not given.on:
        (given.to / "README.md").write_text(index(STORIES, counts), encoding="utf-8")
    return 0


def _played(story: Story, folder: Path, only: str | None) -> Mapping[str, Count]:
    """What it took on each platform."""
    counts = dict[str, Count]()
    for platform in (each for each in story.on if only in (None, each)):
        with tempfile.TemporaryDirectory() as scratch, STAGES[platform](Path(scratch)) as stage:
            stage.plays(story.told)
            counts[platform] = stage.counted()
            chromium.picture(page(platform, stage.moments), folder / file_of(story, platform))
        print(f"{story.name} on {platform}: {counts[platform]}")
    return counts


if __name__ == "__main__":
    sys.exit(main())
