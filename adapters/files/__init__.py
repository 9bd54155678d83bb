"""Folders of this machine as the tree of files that tools may touch.

routed  one tree over several;  read_only: those that nobody writes;  skill_files: those of skills
scratch_files   what is a thread's own;  beside: what commands find beside the files
texts   what is kept elsewhere, as files;  result_files, memory_files: what is too large, what is remembered
folder  Folder: the port, its threads, locks and deadlines
deleting  what goes when something is deleted
nested  folders in folders, however deep;  unfinished: what is being written, or going
disk    paths of the tree to real ones, which never leave the root; reading and writing whole files
walk    glob and grep, in order, until told to stop;  ripgrep: which files need not be read for that
"""
