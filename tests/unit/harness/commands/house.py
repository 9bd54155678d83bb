"""A workspace with modes and models, for commands to be about."""

from dataclasses import replace

from harness.approvals.gate import Rule, Verdict
from harness.chat.events import CommandInvoked
from harness.chat.people import Person, Place
from harness.commands.context import CommandContext
from harness.workspace.gates import gate
from harness.workspace.places import PlacePolicy, Places
from harness.workspace.workspace import Member, Mode, Workspace
from tests.laws.colleague import BOB, CHANNEL, TOOLS

WORKSPACE = Workspace(
    model="openai/large",
    modes={
        "plan": Mode("plan", rules=(Rule(Verdict.DENY, category="execute"),), leads_to=("build",)),
        "build": Mode("build", model="openai/small"),
        "free": Mode("free", yolo=True),
    },
    default_mode="plan",
    people=(Member("test:T:olga", name="Olga", roles=frozenset({"owner"})),),
)
OLGA = Person("test", "T", "olga", "Olga", frozenset({"owner"}))
CONTEXT = CommandContext(
    WORKSPACE,
    {mode.name: gate(WORKSPACE, mode, TOOLS, {}) for mode in WORKSPACE.modes.values()},
    TOOLS,
    link=lambda place, message: f"chat/{place.thread}{f'/{message}' if message else ''}",
)
MUTE = replace(CONTEXT, workspace=replace(WORKSPACE, places=Places(PlacePolicy("off"))))
"""Where nothing is to be said."""


def said(line: str, by: Person = BOB, place: Place = CHANNEL, wide: bool = False, id: str = "") -> CommandInvoked:
    command, _, argument = line.partition(" ")
    return CommandInvoked(id or f"command {line}", place, by, command, argument, wide=wide)
