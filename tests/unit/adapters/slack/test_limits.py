"""Our numbers are Slack's, as the emulator has them from Slack's pages, or stay below."""

from adapters.slack import limits as ours
from tests.fakes.slack import limits as slacks


def test_our_numbers_are_slacks():
    pairs = [
        (ours.MESSAGE_BLOCKS, slacks.MESSAGE_BLOCKS),
        (ours.SECTION, slacks.SECTION_TEXT),
        (ours.HEADER, slacks.HEADER_TEXT),
        (ours.BUTTON, slacks.BUTTON_TEXT),
        (ours.BUTTON_VALUE, slacks.BUTTON_VALUE),
        (ours.ACTIONS, slacks.ACTIONS_ELEMENTS),
        (ours.OPTION, slacks.OPTION_TEXT),
        (ours.OPTION_VALUE, slacks.OPTION_VALUE),
        (ours.OVERFLOW, slacks.OVERFLOW_OPTIONS),
        (ours.CHECKBOXES, slacks.CHECKBOXES),
        (ours.SELECT, slacks.SELECT_OPTIONS),
        (ours.VIEW_BLOCKS, slacks.VIEW_BLOCKS),
        (ours.VIEW_TITLE, slacks.VIEW_TITLE),
        (ours.INPUT, slacks.PLAIN_TEXT_INPUT),
        (ours.LABEL, slacks.INPUT_LABEL),
        (ours.PRIVATE_METADATA, slacks.PRIVATE_METADATA),
        (ours.ID, slacks.ACTION_ID),
        (ours.STATUS_SECONDS, slacks.STATUS_SECONDS),
        (ours.ACKNOWLEDGE_SECONDS, slacks.ACKNOWLEDGE_SECONDS),
    ]
    for mine, theirs in pairs:
        assert mine == theirs


def test_what_we_send_stays_below_what_slack_takes():
    assert ours.PART < slacks.MARKDOWN_TEXT
    assert ours.WHOLE < slacks.BLOCKS_TOTAL
    assert ours.FALLBACK < slacks.UPDATE_TEXT
    assert ours.VIEW_BYTES < slacks.VIEW_BYTES
