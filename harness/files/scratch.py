"""The folder of a thread's own: no other sees it, and it goes with the thread."""

FOLDER = "/scratch"
VARIABLE = "SCRATCH"
"""By which a command finds it, wherever it runs."""
EVERYTHING = f"{FOLDER}/*"
"""What is in it, as a rule on a tool says it."""
MOST = 1024**3
"""Bytes that it may hold: beyond that nothing is written, and no command starts that could."""
