"""A scripted model behind OpenAI's chat completions API, on a loopback port.

server   `ScriptedModel`: start here; it keeps every request
script   what it may be told to do: reply in pieces, call tools, wait at a gate, fail, hang, break off
check    what OpenAI refuses in a request (a dangling tool call, a bad tool name, ...)
wire     replies as JSON and as server-sent events
"""
