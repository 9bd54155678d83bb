"""Slack's numbers, in characters unless said otherwise. Slack docs: reference/block-kit, unless a line says more."""

MESSAGE_BLOCKS = 50
PART = 11_500
"""Of Markdown in one message. Slack docs: 12,000 in all markdown blocks together; we stay below, escaped."""
WHOLE = 12_500
"""Of all text in one message's blocks, each block counted as BLOCK_WEIGHT more: about 13,297 makes
msg_blocks_too_long, which no page documents (slackapi/bolt-js#2509 measured it).
"""
BLOCK_WEIGHT = 125
TEXT = 4_000
"""Slack docs, chat.update: msg_too_long for a text of more characters."""
FALLBACK = 3_000
"""Of `text` beside blocks, escaped. Slack docs: chat.update takes 4,000."""
SECTION = 3_000
HEADER = 150
BUTTON = 75
BUTTON_VALUE = 2_000
ACTIONS = 25
OPTION = 75
OPTION_VALUE = 150
OVERFLOW = 5
CHECKBOXES = 10
SELECT = 100
CONTEXT, CONTEXT_PARTS = 3_000, 10

VIEW_BLOCKS = 100
VIEW_TITLE = 24
VIEW_BYTES = 200_000
"""Slack docs: a view has at most 250 KB; the rest is for the frame."""
INPUT = 3_000
LABEL = 2_000
"""Of an input's label, and of its hint."""
PRIVATE_METADATA = 3_000
ID = 255
"""Of a block_id, an action_id."""

APP_NAME = 35
BOT_NAME = 80
SHORTCUT_NAME = 24
"""Slack docs, app manifest: `display_information.name`, `bot_user.display_name`, `shortcuts.name`."""

CONNECTIONS = 10
"""Slack docs, Socket Mode: an app has at most so many."""
STATUS_SECONDS = 120
"""Slack docs, assistant.threads.setStatus: removed after two minutes."""
SESSION_TITLE = 200
"""Slack docs, agents.sessions.setStatus."""
STREAM_SECONDS = 300
"""Age at which a stream dies, which no page documents (slackapi/python-slack-sdk#1859)."""
ACKNOWLEDGE_SECONDS = 3
"""Slack docs, interactivity: an interaction must be acknowledged within three seconds; a trigger lives as long."""
EDIT_SECONDS = 1.2
"""Slack docs, chat.update: about fifty a minute, of one message."""
