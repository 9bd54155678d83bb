"""An emulator of Discord on one loopback port, for the real discord.py: REST v10 and the gateway.

emulator   `DiscordEmulator`: start here; what people do, looking, waiting, making things go wrong
state      the rules of the server, no I/O: channels, threads, messages, interactions
shape      messages and forms as Discord judges them, with its numbers
commands   application commands
filling    what comes back from a form
gateway    connections and sessions: hello, identify, heartbeat, resume, what is sent again
rest       HTTP: arguments, tokens, uploads, rate limits
screen     what a person sees of components, and which controls there are
simulated  our side on simcord instead: permissions, deadlines, restarts, by a clock of its own, without sockets

Not there: voice, what the app itself may not do, several servers, commands that autocomplete, polls, webhooks of
others, compressed frames.
"""
