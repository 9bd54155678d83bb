"""The files that tools may touch: one tree, rooted at `/`, wherever it really lies.

paths     what a model writes becomes a normal path, or is refused
patterns  glob patterns, matched without looking at any disk
changes   what an edit would change, and digests by which a file is known again
editing   replacing text without disturbing a file's line ends
configuration  what other programs read as theirs, so that writing it is no ordinary edit
scratch   the folder that is a thread's own
surroundings  the lines around those in which something was found
port      Files: the tree itself, and what it tells
errors    the ways in which it refuses
"""
