"""Discord as people see it, drawn from what was sent to it.

screen      the emulator's channels and threads, with what stands in them
components  of both versions;  embeds
markup      Discord's Markdown
stage       a story played there
"""
