"""The page that shows the pictures, and says how many posts each story takes."""

from collections.abc import Iterator, Mapping, Sequence

from tests.gallery.counts import BEFORE, Count
from tests.gallery.stories.book import EVERYWHERE, Story

Counts = Mapping[str, Mapping[str, Count]]
"""By story and platform."""
_HEAD = """# Gallery

What people see, story by story: played with the real clients in emulators of Slack and Discord and on a terminal, and
drawn from what was sent there, about as these would draw it. Each picture shows what became new or another at each
moment of its story. Menus are drawn open, so that all is to be read that they offer. `make gallery` draws them anew.

## How many posts a story takes

Posts are what makes a notification, or stands there for everybody; behind the +, what one person alone is shown.
Changes of what stands there are no posts. On the terminal it is the lines that are written. Before: before the cards
were drawn anew.

| story | Slack before | now | Discord before | now | terminal before | now |
|---|---|---|---|---|---|---|
"""


def file_of(story: Story, platform: str) -> str:
    return f"{story.name}.{platform}.png"


def index(stories: Sequence[Story], now: Counts) -> str:
    """In Markdown."""
    rows = "".join(f"| [{_title(one)}](#{one.name}) | {' | '.join(_counts(one, now))} |\n" for one in stories)
    return f"{_HEAD}{rows}\n{''.join(map(_shown, stories))}"


def _title(story: Story) -> str:
    words = story.name.replace("-", " ")
    return words[:1].upper() + words[1:]


def _counts(story: Story, now: Counts) -> Iterator[str]:
    for platform in EVERYWHERE:
        for counts in (BEFORE, now):
            yield str(counts.get(story.name, {}).get(platform, "–"))


def _shown(story: Story) -> str:
    """Side by side; a picture leads to itself, since there it is as large as it is."""
    names = " | ".join(platform.capitalize() for platform in story.on)
    files = ((platform, file_of(story, platform)) for platform in story.on)
    pictures = " | ".join(f"[![{_title(story)}, {platform}]({file})]({file})" for platform, file in files)
    return f"## {_title(story)}\n\n{story.happens}\n\n| {names} |\n|{'---|' * len(story.on)}\n| {pictures} |\n\n"
