"""Composes the product; nobody imports it.

cli       the command `deskmate`;  arguments: what it takes
settings  the environment, read once;  variables: those of it that are ours, and slips
platforms  where people may meet us: what each needs of the settings, how it is made and looked at
wiring    names the concrete classes, and puts them together
in_force  what may run and is offered, by the workspace and the tools that there are; these may change
workspace_changes  what is done when the workspace has changed;  told_problems: what owners were told of it
told_budgets  what owners are told of budgets;  usage: `deskmate usage`
registry  the colleague of each team, where there are several
private   the journal's folder and files are for nobody else;  owners: are told what only they can mend
app       starts and stops what was put together
tryout    `deskmate try`: the whole colleague on a terminal
doctor    `deskmate doctor`: is what `run` needs there, and right?
workspaces  `deskmate workspace`: is the folder right, and what is a turn given by it?
wakeups   `deskmate wakeups`: what is to come, in all conversations;  threads: `deskmate threads`, these themselves
example   `deskmate init`: the example workspace;  memory: `deskmate memory`;  masking: what we know to be secret
entry_points  what other distributions give;  own_tools: the team's own tools, from there and from its files
logs      what the log says, and never says;  work_log: a line for each turn, call, decision and delivery
"""
