"""An emulator of Slack on one loopback port, for the real slack-bolt and slack-sdk.

emulator       `SlackEmulator`: start here; looking, waiting, making things go wrong
people         what people do: say, edit, react, upload (the base of SlackEmulator)
interactions   what people do with buttons, menus and modals (the base of people); `inputs` are the values of those
records        the frozen values that tests read: Message, View, Call, ...
screen         what a person sees of blocks, and which controls there are
state, views   the rules of the workspace, no I/O: messages, threads, statuses; triggers and modals
streams        streamed messages and their end; `chunks`: what they are made of; `sessions`: of agents
methods/       the Web API, one module a family
blocks         Block Kit as Slack judges it; `elements`, `schema` (how a check is written), `limits` (the numbers)
payloads       the bodies of events and interactions
socket_mode    connections, envelopes, acknowledgements, retries
web            HTTP: arguments, tokens, uploads; `rates` and `faults` are its reasons to fail; `response_urls`
clock          real time that tests may move forward; `refusal`: how Slack says no

Not there: a stream's text is its Markdown as it came (Slack stores mrkdwn), and it does not die of silence sooner;
session channels, titles of threads, HTTP events with signatures, files of other apps, Slack Connect, OAuth.
"""
