"""The stories, whole: the real clients against emulators over sockets.

house        where a story is played: the parts in this process, or `deskmate run` as one of its own
room         a channel with people in it, and what a story asks of it
test_slack   the stories in Slack, in both houses
test_killed  the stories in which the process is killed, and started again
"""
