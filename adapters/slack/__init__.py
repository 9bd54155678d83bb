"""Slack, over Socket Mode or by HTTP.

app       Slack: one workspace's connection, composed of the rest; start here
teams     SlackTeams: the same for several;  connection: what each has;  installing: the pages by which they come
gateway   slack-bolt's listeners: committed, then acknowledged;  socket, http: the ways in which payloads come
http_door who comes to our port: how many at once, and for how long
parse     payloads -> ChatEvent, pure;  content: all that a message says;  blocks: Block Kit as text;  controls: ids
render    Card and Text -> blocks, pure;  views: Form -> modal and back;  text: escaping, splitting, reading
kit       the pieces of Block Kit that these are made of;  cards, phrases, pressed, message: as what is sent; all pure
ask_shortcut the question about a message that its menu asks for, and what comes back, pure
home      what one person sees at a glance -> their home tab;  review: a card whole, in a modal. Pure
chat      SlackChat: the Chat port;  posts: our messages;  threads: looking for them;  direct: to one person alone
streams   replies while they are written;  pages, written: what of them stands where
statuses  what a thread shows meanwhile;  tally: what happens often;  kinds: of blocks that are taken
rooms     other channels, threads and people;  attachments: files that people bring along, and that we send
calls     the Web API: waiting as it asks, and how each failure counts;  pacer: who calls next;  rates: how often
people    names, looked up and kept;  members: who are full ones;  limits: numbers
deferred  events that wait until it is known who said them;  backlog: where they are kept
manifest  of our app, made from what is called (scopes) and understood (parse);  probe: what Slack says of our tokens
"""
