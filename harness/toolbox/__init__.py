"""One file a tool: each makes a Tool from the ports that it needs.

ask_user, submit_plan                what only a person can answer; askers makes their asks
write_todos                          the list that people see
no_op, report                        saying nothing, and what came of a heartbeat
read_channel, read_thread            what is said elsewhere;  search_history: what was said before
save_attachment, send_file           files that people bring along, and are shown; attached_files: where they are kept
post_message                         speaking elsewhere; elsewhere is what these have in common
ls, read_file, glob, grep, skill     looking at files, and at skills;  quoting: at large messages;  pictures: whole ones
write_file, edit_file, delete        changing them; undoing: having back what they were
remember, forget                     notes: what it is told to keep, and what it is not to know any more
execute, commands_in_words           running a command, by way of shell (port); hiding: what of the files it sees not
poll, kill                           those in the background, which background_commands holds
heartbeat, end_heartbeat             looking by itself
schedule_wakeup, schedule, wakeups   being woken later, once;  again and again;  looking after both
seen_files, one_write, outside_files what it has to know of a file before; once a step; which hold text from outside
binding                              who reads what a skill says is bound by it
wording                              words that the tools have in common;  clock: what time it is for whom
screen_text                          a command's output without frames and colors
"""
