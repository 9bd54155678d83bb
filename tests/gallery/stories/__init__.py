"""The stories, each told once for all platforms.

book        what a story is; `STORIES` has them all, in the order of the gallery
approvals   a call is asked, and decided
questions   it wants to know something, or has a plan
company     several people at one card
talk        answers, commands, stop, what goes wrong
later       reminders, schedules, heartbeats, the home tab
"""
