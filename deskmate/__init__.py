"""What a team's own code imports of Deskmate. It is kept: later releases add to it, and take nothing away.

tools  functions in Python that are to be tools
"""
