"""The laws of the house, as properties over any order of anything, with effects in flight.

world      the outside: everything begun here stays in flight until the test says how it ends
rig        a machine that can be interrupted anywhere, crash, and be taken over by another
colleague  the tools and rules that are played with
audit      the laws themselves, checked row by row, and whenever the world is touched
play       one drawn course of events
test_laws  the property
compiled   workspaces of any kind, and what a turn is given by them;  test_compiled: always the same
faults     the laws' own test: each seeded fault alone must be caught
"""
