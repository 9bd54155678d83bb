"""`deskmate doctor`: is what `deskmate run` needs there, and is it right? Nothing is changed by asking.

examine  all of it, in order, and the exit status;  finding: one line of what it says
journal  the data folder, the database, and who works on them
slack    tokens, scopes, the clock, other connections, the app's manifest
discord  the token, the server, intents and permissions, the clock, commands
slack_place, discord_place  may we speak in a place there?
heartbeats  what the workspace has us look at: where it is, its list, its check
models   who provides them, and are their keys set;  sandbox: where commands run
"""
