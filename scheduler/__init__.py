"""When a timer comes next. Pure: the time is passed in, and what comes of it is the thread's.

schedules   of any schedule
cron        cron expressions in a time zone: each local time once
intervals   every so often, within hours of the day
"""
