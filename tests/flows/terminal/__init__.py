"""`deskmate try` as its own process on a terminal of its own.

screen  the terminal: types on it, and reads what stands there
vt      what stands on a terminal after what was written on it;  style: and how it looks
"""
