"""How many posts a story takes."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.gallery.panels import Panel


class Count(NamedTuple):
    """Our posts that everybody sees who is there, and those that one person sees. On a terminal, the lines that are not
    empty.
    """

    posts: int
    alone: int = 0

    def __str__(self) -> str:
        return f"{self.posts} + {self.alone}" if self.alone else str(self.posts)


def counted(panels: Sequence[Panel], deleted: int) -> Count:
    """Of what stands there, and what was deleted: it made its notification."""
    ours = {post.id: post for panel in panels for post in panel.posts if post.app}.values()
    alone = sum(bool(post.only) for post in ours)
    return Count(len(ours) - alone + deleted, alone)


BEFORE: Mapping[str, Mapping[str, Count]] = {
    "an-edit-is-approved": {"slack": Count(4, 1), "discord": Count(4, 1), "terminal": Count(23)},
    "a-command-is-approved": {"slack": Count(3, 1), "discord": Count(3, 1), "terminal": Count(19)},
    "a-command-is-denied": {"slack": Count(2, 1), "discord": Count(2, 1), "terminal": Count(18)},
    "a-new-file-is-edited-before-it-is-written": {"slack": Count(2, 1), "discord": Count(2, 1)},
    "always": {"slack": Count(2, 1), "discord": Count(2, 1), "terminal": Count(25)},
    "several-on-one-card": {"slack": Count(2, 2), "discord": Count(2, 2), "terminal": Count(58)},
    "a-file-is-replaced": {"slack": Count(2, 1), "discord": Count(2, 1), "terminal": Count(24)},
    "what-was-shown-has-changed": {"slack": Count(3, 2), "discord": Count(3, 2), "terminal": Count(42)},
    "a-secret-in-a-command": {"slack": Count(2, 1), "discord": Count(2, 1)},
    "more-than-a-card-holds": {"slack": Count(3, 1), "discord": Count(2, 1)},
    "a-question-is-answered-by-a-button": {"slack": Count(2, 1), "discord": Count(2, 1), "terminal": Count(11)},
    "a-question-is-answered-in-words": {"slack": Count(2, 1), "discord": Count(3), "terminal": Count(11)},
    "a-plan-is-revised-and-approved": {"slack": Count(3, 2), "discord": Count(3, 2), "terminal": Count(28)},
    "a-click-of-somebody-else": {"slack": Count(2, 2), "discord": Count(2, 2)},
    "a-late-click": {"slack": Count(2, 2), "discord": Count(2, 2)},
    "talking-about-an-open-approval": {"slack": Count(3, 1), "discord": Count(3, 1), "terminal": Count(25)},
    "an-answer": {"slack": Count(1), "discord": Count(1), "terminal": Count(14)},
    "work-that-is-stopped": {"slack": Count(3, 1), "discord": Count(3, 1), "terminal": Count(20)},
    "work-in-steps": {"slack": Count(3), "discord": Count(3), "terminal": Count(9)},
    "the-model-fails": {"slack": Count(2), "discord": Count(2)},
    "commands": {"slack": Count(2, 3), "discord": Count(5)},
    "an-opinion-on-an-answer": {"slack": Count(1)},
    "brought-into-a-channel": {"slack": Count(1)},
    "nobody-answers": {"slack": Count(5, 1), "discord": Count(6, 1)},
    "a-schedule": {"slack": Count(3, 1), "discord": Count(3, 1)},
    "a-heartbeat": {"slack": Count(3, 1), "discord": Count(3, 1)},
    "the-home-tab": {"slack": Count(3, 1)},
}
"""Before cards were drawn anew."""
