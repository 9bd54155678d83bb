"""Where commands run.

unsandboxed  Unsandboxed: the machine itself, with all that we may do
guarded      a command and all that it starts, which end with us, `kill -9` included
foreseeing   could a command run, as far as that can be told without running it?
output       the first and the last of what a command says
"""
