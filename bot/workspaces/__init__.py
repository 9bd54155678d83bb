"""What `deskmate workspace` shows: whether the folder is right, and what a turn would be given by it.

command  what the command prints, and its exit status
folders  which folders are meant, where several teams have one each
check    what is there, and what is wrong with it, a line each
models   whether those that it names have a provider
permissions the rules in force, and who decides
file_rules what the rules on files come to
options  for which place, person, mode and model a package is to be shown
settings the settings of a package in words
show     the package of a turn, layer by layer
"""
