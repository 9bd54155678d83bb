"""When things are due. Pure: the time is passed in, and what comes of it is the thread's.

recurrence  when what recurs comes next: each local time once
cadence     when a heartbeat comes next: every so often, within hours of the day
"""
