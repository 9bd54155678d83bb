"""Journals as releases wrote them, one row a line, with every kind of fact that they knew. All of them stay readable.

    python -m tests.journals.write

writes that of the release in the making, of what happens in `course`, and what all of them fold to: `write` says more.
"""
