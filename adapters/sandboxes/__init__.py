"""Where commands run.

choice       what the workspace names, or the best that runs here
bubblewrap   Bubblewrap: the system read only, the files, and nothing else;  docker: Docker, an image by its digest
unsandboxed  Unsandboxed: the machine itself, with all that we may do
running      what they have in common;  guarded: a command and all that it starts, which end with us, `kill -9` included
groups       what the processes of a command may use together;  environment: what they see of ours
mounts       what they find of the files and beside them, for every sandbox
programs     what of the folders on PATH they are shown;  keyring: none of the keys of whoever started us
aftermath    what a command left that acts outside;  git_config: settings of git that run programs
hidden_tracked  files that git tracks and a command does not see;  failure_notes: why a sandbox made one fail
foreseeing   could a command run, as far as that can be told without running it?
output       the first and the last of what a command says
"""
