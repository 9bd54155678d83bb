"""An emulator of Slack on one loopback port, for the real slack-bolt and slack-sdk.

emulator    `SlackEmulator`: start here; what tests call: looking, waiting, faults
people      what people do: say, edit, click, choose, submit, upload (the base of SlackEmulator)
state       teams, users, channels, messages, views, files: the rules of the workspace, no I/O
records     the frozen values that state keeps and tests read
blocks      Block Kit as Slack judges it; `schema` (how a check is written) and `limits` (the numbers)
screen      what a person sees of a message or modal, and which controls it has
methods/    the Web API, one module a family
payloads    the bodies of events and interactions
socket_mode connections, envelopes, acknowledgements, retries
web         HTTP: arguments, tokens, faults, uploads; `rates` and `faults` are its two reasons to refuse
clock       real time that tests may move forward
"""
