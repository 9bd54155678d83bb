"""Discord's numbers. Discord docs: messages, component reference, interactions."""

MESSAGE = 2_000
"""Characters of one message of ours, so that it reads as any other there."""
TEXT = 4_000
"""Characters of all texts of one message of components."""
COMPONENTS = 40
ROW = 5
BUTTON = 80
CUSTOM_ID = 100
OPTIONS = 25
OPTION = 100
FORM_TITLE = 45
FORM_FIELDS = 5
FIELD_LABEL = 45
FIELD_HINT = 100
INPUT = 4_000
THREAD_NAME = 100
COMMAND = 32
"""Characters of the name of a command, or of an entry of a message's menu."""
COMMAND_HINT = 100
COMMANDS = 25
"""Subcommands of one command."""
NONCE = 25
ACKNOWLEDGE_SECONDS = 3.0
"""For the first answer to an interaction."""
TOKEN_SECONDS = 900.0
"""For all that follow it."""
EDIT_SECONDS = 1.2
"""Between two edits of one message: Discord takes about five in five seconds."""
EDITED_FREELY = 3_600.0
"""Seconds after which few edits of a message are taken."""
