"""The stories, each told once for all platforms.

book        what a story is
all         all of them, in the order of the gallery
files       a change to a file is asked, and decided;  running: a command is
questions   it wants to know something, or has a plan
company     several people at one card
talk        answers, commands, stop, what goes wrong
later       reminders, schedules, heartbeats, the home tab
"""
