"""The only code that touches the outside: one folder a thing, the same parts in each chat folder.

    slack, discord, terminal   chats: gateway, parse, render, chat
    models                     what answers a request to a model
    storage                    the journal on a database
    engines                    what runs activations
    files                      the files that tools may touch
    sandboxes                  where commands run
    shell_parser               reads a command as a shell does
    workspaces                 where the workspace is
    own_tools                  a team's own code is imported

They implement ports of the harness, and adapters of one kind do not know those of another.
"""
