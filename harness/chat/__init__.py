"""Words shared with adapters.

people  Person and Place: who and where
events  ChatEvent: what someone did in a chat, not yet ours
cards   Card, Button, Form, Field: what a person is shown and fills in, on any surface
phrases a line in parts: words, code, people, moments
platforms  what each platform is like: its name, its limits
port    Chat: how we speak, and how speaking fails
live    messages that are edited while they are not final
attachments  Attachments: files that people bring along, and that we send
installations  Installations: the teams that our app is in
rooms   Rooms: the places besides the conversation's own
program_names  programs by what they do with the words behind them
keys    what keys look like;  secrets  what looks like one is masked where many may read it
wording how sentences for people are made of parts
diffs   what becomes of a text, line by line
splitting Markdown in parts that each fit in a message
untrusted  what others wrote, among words of ours
visible what is hidden in a text is spelt out
"""
