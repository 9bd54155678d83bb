"""The stories, whole: the real clients against emulators over sockets.

surface      what a story needs of a platform; `room` and `discord_room` fulfil it
house        where a story is played: the parts in this process, or `deskmate run`; `discord_house`: in Discord
test_stories   the stories that are played on each platform and in both houses
test_both      one process that serves Slack and Discord at once
test_discord   those that are Discord's alone; many others are Slack's
test_discord_misfortunes   whatever goes wrong there, each message is answered once
test_killed  the stories in which the process is killed, and started again
"""
