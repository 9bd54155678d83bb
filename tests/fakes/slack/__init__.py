"""An emulator of Slack on one loopback port, for the real slack-bolt and slack-sdk.

emulator       `SlackEmulator`: start here; looking, waiting; `misfortunes`: making things go wrong
surfaces       what people do with the app: tabs, stop, commands. Its bases: `people` (say, edit, react), `membership`
               (who is where), `interactions` (buttons, menus, modals; `inputs` are the values of those)
records        the frozen values that tests read: Message, View, Call, ...
screen         what a person sees of blocks, and which controls there are
state, places  the rules of the workspace, no I/O: messages, threads, statuses; who may see and touch what
views          triggers, modals, home tabs
files          what people bring and the app uploads
streams        streamed messages and their end; `chunks`: what they are made of; `sessions`: of agents
methods/       the Web API, one module a family
blocks         Block Kit as Slack judges it; `elements`, `schema` (how a check is written), `limits` (the numbers)
events         the bodies of events and interactions; `payloads`: the objects in them and in answers
delivery       how payloads reach the app: `socket_mode` (connections, retries) or `http_events` (signed posts)
web            HTTP: arguments, tokens, uploads; `rates` and `faults` are its reasons to fail; `response_urls`
installations  coming and going by OAuth, what tokens are worth; `scopes`: what methods take
clock          real time that tests may move forward; `refusal`: how Slack says no

Not there: a stream's text is its Markdown as it came (Slack stores mrkdwn), and it does not die of silence sooner;
session channels, titles of threads; notices of channels archived, deleted, left; channels that strangers own; direct
messages with strangers; event subscriptions switched off after failures; canvases; tokens that rotate, or of
people.
"""
