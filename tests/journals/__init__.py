"""A journal as each release wrote it, one row a line, with every kind of fact that it knew. All of them stay readable.

    python -m tests.journals.write

writes that of the release in the making. Once a release is out, its file never changes again.
"""
