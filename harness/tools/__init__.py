"""What a model may ask for, and what comes of it.

calls     At, ToolCall, ToolResult, Awaiting
changes   what a tool may change in its session: the union that the fold applies;  beats: what a heartbeat is made of
tool      Tool, ToolContext: what a tool is made of, and what it is given
registry  the tools by name
runner    a call becomes a result, whatever happens
"""
