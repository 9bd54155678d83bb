"""Inputs that went wrong, each with what is right: what is open is a strict xfail, whose reason names its case.

test_acting        what runs, by whose word, and what people were shown of it
test_delivery      what is owed to people, while a platform refuses it
test_discord, test_slack  what these bring us, and what people see there
test_files         files: what is read, and how much that costs
test_lists         what is looked for over many conversations
test_load          a lot at once
test_patterns      text from outside that is parsed
test_privacy       who sees what, and who is taken for whom
test_recovery      after a crash, and while the database does not answer
test_sessions      the fold, and what follows from it
test_storage       what is kept, and who keeps it
test_window        what a request holds of a long turn
test_year          a simulated year: its timers fire as they do in tests/golden/year.txt
colleague          the parts in memory, as wiring puts them together; platforms: behind the clients of Slack and Discord
product, year      all of the product that the year touches, and what happens in it
"""
