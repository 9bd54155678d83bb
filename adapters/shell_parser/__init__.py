"""Reads shell commands with mvdan/sh.

shfmt    Shfmt: the CommandReader, one process per dialect and text, with a cache
syntax   the parser's JSON as simple commands
"""
