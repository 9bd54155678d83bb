"""Inputs that went wrong, each with what is right: what is open is a strict xfail, whose reason names its case.

test_year  a simulated year: its timers fire as they do in tests/golden/year.txt
year       what happens in it, and the text that comes of it
product    all of the product that it touches
"""
