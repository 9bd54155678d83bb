"""The workspace in which the stories are played."""

ROOM = "dev"
PEOPLE = ("Ana", "Bob", "Cyd", "Dee")
WORKSPACE = """
name: Deskmate
model: openai/scripted
api_base: {model}
people:
  - {{id: "{cyd}", name: Cyd, roles: [approver]}}
modes:
  build: {{leads_to: []}}
  plan: {{leads_to: [build]}}
default_mode: plan
sandbox: {{backend: none}}
"""
