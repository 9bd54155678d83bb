"""Who runs a thread next.

local  activations as tasks of this process
"""
