"""The log of what is done, for whoever runs us. Who acted is said by id, and what was used by its name: nothing that
anybody has written is in it.

line       a line, and the words that all are made of
turns      turns, requests to the model, and calls that ran
commands   those that run in the background
decisions  by the rules, by people, by a grant, by time
deliveries what was said, and what did not arrive
observer   told of each row, it writes the lines that are on it
"""
