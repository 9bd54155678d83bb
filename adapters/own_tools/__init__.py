"""A team's own code is imported, so that nothing in it can hold us up, or end us.

importing what is to be imported, with a limit on its time: first elsewhere, then here
modules   a text, or what is installed, becomes a module
probe     the program that does it first, in a process of its own
"""
