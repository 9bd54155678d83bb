"""What a model may ask for, and what comes of it.

calls     At, ToolCall, ToolResult, Awaiting
changes   what a tool may change in its session: the union that the fold applies
schedules when a timer comes: once, by cron, every so often;  heartbeats: what one is set to
tool      Tool, ToolContext: what a tool is made of, and what it is given
acts      what a call does, in words
arguments what a tool takes;  mending: what is plainly meant by them;  json_schemas: what checks a schema of others
origins   where text comes from that nobody has written to us
previews  what a call would do to the world as it is, and what it is then bound to;  values: copies that differ
masks     secrets in tool results;  key_fragments: parts of private keys;  dotenv: secrets in a .env
shell_commands  a command as a parser reads it, and the port to the parser;  command_secrets: its secrets
registry  the tools by name, which may change;  own: those of a team's own, by signatures, in threads
skills     instructions for certain tasks, and what they leave to be used
runner    a call becomes a result, whatever happens
unforeseen a failure that nobody foresaw: a reference for people, by which the log has all of it
"""
