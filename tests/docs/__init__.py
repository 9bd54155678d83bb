"""The examples of the documentation, each of them run.

coming_from  what stands on the right of `docs/coming-from.md`, tried as what it is
examples     the blocks of a page, as files and as commands
"""
