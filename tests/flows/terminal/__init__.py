"""`deskmate try` as its own process on a terminal of its own.

screen  the terminal: types on it, and reads what stands there
"""
