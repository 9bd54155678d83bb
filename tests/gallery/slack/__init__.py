"""Slack as people see it, drawn from what was sent to it.

screen     the emulator's rooms, with what stands in them
blocks     Block Kit;  elements: what is pressed and filled in;  rich_text: text in elements
mrkdwn     Slack's own markup;  markdown: the Markdown of `markdown` blocks
emoji      by their short names
"""
