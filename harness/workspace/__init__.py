"""The folder that makes this colleague this one.

workspace    what `workspace.yaml` says, as values
contents     what the folder holds becomes a Workspace, or a list of all that is wrong with it
loading      the text of `workspace.yaml`
texts, compose, frontmatter   bytes become text; one of YAML, or the header of a Markdown file, becomes one value
given        one value and where it stands: reads it, or notes what would be right
modes, permissions, file_rules, members, places, heartbeats, masks   a section of the file each
skills, allowed_tools   folders of skills, and what one leaves to be used
extensions   what lies beside the file: tool_files, and for later apps, subagents; `naming` knows their names
problems     what is wrong, and where
api_bases    where models are asked, if not at their providers' own addresses
profiles     what models need;  parameters: a part of that;  limits: another, and a section, too;  budgets
gates        the gate of one mode;  sandbox: a section, where commands run
intervals    how often a heartbeat comes, as people write it
switching    from one mode to another: does that permit more?
teams        which folder is the workspace of which team
people       who is known, and with which roles;  hours: when people work;  pairing: how somebody else is let in
"""
