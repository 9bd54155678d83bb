"""The platforms on which people may meet us: what each needs of the settings, and how it is made and looked at.

definition  what there is to say of one;  registry: all of them
slack       Slack, in one team or in several
discord     Discord
"""
