"""Our numbers are Discord's, as the emulator has them from Discord's pages."""

from adapters.discord import limits as ours
from tests.fakes.discord import commands, shape, state


def test_our_numbers_are_discords():
    pairs = [
        (ours.MESSAGE, shape.CONTENT),
        (ours.TEXT, shape.TEXT),
        (ours.COMPONENTS, shape.COMPONENTS),
        (ours.ROW, shape.ROW),
        (ours.BUTTON, shape.LABEL),
        (ours.CUSTOM_ID, shape.CUSTOM_ID),
        (ours.OPTIONS, shape.OPTIONS),
        (ours.OPTION, shape.OPTION),
        (ours.COMMAND, commands.NAME),
        (ours.COMMAND_HINT, commands.DESCRIPTION),
        (ours.COMMANDS, commands.OPTIONS),
        (ours.FORM_TITLE, shape.TITLE),
        (ours.FORM_FIELDS, shape.FIELDS),
        (ours.FIELD_LABEL, shape.FIELD_LABEL),
        (ours.FIELD_HINT, shape.OPTION),
        (ours.INPUT, shape.INPUT),
        (ours.THREAD_NAME, shape.THREAD_NAME),
        (ours.NONCE, shape.NONCE),
        (ours.ACKNOWLEDGE_SECONDS, state.DEADLINE),
        (ours.TOKEN_SECONDS, state.LIFETIME),
        (ours.EDITED_FREELY, state.EDITED_FREELY),
    ]
    for mine, theirs in pairs:
        assert mine == theirs
