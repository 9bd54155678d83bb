"""One file a tool: each makes a Tool from the ports that it needs.

ask_user, submit_plan                what only a person can answer; asking makes their asks
write_todos                          the list that people see
no_op                                saying nothing
ls, read_file, glob, grep            looking at files
write_file, edit_file                changing them
execute                              running a command, by way of shell (port)
wording                              words that the tools have in common
"""
