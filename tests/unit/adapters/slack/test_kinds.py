"""What a team's Slack refuses of blocks is known for a while, and of no others than were refused."""

from adapters.slack.kinds import RETRY, BlockKinds
from adapters.slack.message import Message
from tests.fakes.clock import Clock

MARKDOWN, FEEDBACK = {"type": "markdown", "text": "Hello."}, {"type": "context_actions", "elements": []}
SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "Hello."}}


def test_kinds_that_were_refused_together_are_not_known_each_by_itself():
    kinds = BlockKinds(Clock())
    kinds.refused([MARKDOWN, FEEDBACK, SECTION])
    assert not kinds.takes([MARKDOWN, FEEDBACK])
    assert kinds.takes([MARKDOWN])
    kinds.refused([MARKDOWN])
    assert not kinds.takes([MARKDOWN, SECTION])
    assert kinds.takes([FEEDBACK])


def test_old_blocks_are_never_held_back():
    kinds = BlockKinds(Clock())
    kinds.refused([SECTION])
    assert kinds.takes([SECTION])


def test_what_would_be_refused_is_said_in_old_blocks_until_it_is_tried_again():
    clock = Clock()
    kinds, message = BlockKinds(clock), Message("Hello.", [MARKDOWN])
    assert kinds.best(message) == message
    kinds.refused(message.blocks)
    assert [block["type"] for block in kinds.best(message).blocks] == ["section"]
    clock.now += RETRY
    assert kinds.best(message) == message
