"""A terminal as people see it, drawn from what was written on it.

cells   rows of characters, with how they look
room    a person at the terminal, as a story wants it
program `deskmate`, by the clock of the gallery
stage   a story played there
"""
