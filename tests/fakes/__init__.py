"""Stand-ins for the outside world that keep its promises, on loopback.

slack/     an emulator of Slack: Web API and Socket Mode with state, limits, faults, and people who click
openai/    a scripted, OpenAI-compatible model server
elsewhere  a host of files that sends who asks elsewhere
"""
