"""Where a workspace is.

on_disk  a folder of this machine
"""
