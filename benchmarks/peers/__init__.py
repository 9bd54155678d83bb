"""Neighbours, each measured in an environment of its own.

environment       makes it under build/, from locked requirements
deepagents_steps  the same turns in deepagents; run by that environment's Python
"""
