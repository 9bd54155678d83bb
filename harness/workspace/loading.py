"""The text of `workspace.yaml` becomes a Workspace, or a list of all that is wrong with it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from harness.tools.registry import Registry
from harness.workspace.api_bases import api_bases, unused
from harness.workspace.budgets import budgets
from harness.workspace.compose import compose
from harness.workspace.file_rules import file_rules
from harness.workspace.given import OR_NEVER, Given
from harness.workspace.heartbeats import heartbeats
from harness.workspace.hours import working_time
from harness.workspace.limits import context_tokens, limits
from harness.workspace.masks import masks
from harness.workspace.members import members
from harness.workspace.modes import BUILD, modes, shipped
from harness.workspace.permissions import Reading
from harness.workspace.places import places
from harness.workspace.problems import WorkspaceError as WorkspaceError
from harness.workspace.profiles import profiles, slips
from harness.workspace.sandbox import sandbox
from harness.workspace.skills import Skills
from harness.workspace.workspace import UNKNOWN, USUAL_RULES, Talk, Workspace

_KEYS = (
    "name", "model", "fallbacks", "api_base", "default_mode", "context_tokens", "modes", "permissions", "people",
    "talk", "places", "limits", "budgets", "remind", "working_time", "heartbeats", "profiles", "skills", "titles",
    "memory", "after_untrusted", "mask", "sandbox", "files",
)  # fmt: skip
_NO_SKILLS = Skills()
_TALK: Mapping[str, Talk] = {each: each for each in get_args(Talk)}


def parse(text: str, source: str, tools: Registry, skills: Skills = _NO_SKILLS) -> Workspace:
    """The workspace that `text` describes; `source` is the file's name in messages, `tools` and `skills` are all that
    there are.

    Pure. Raises WorkspaceError, with every problem that was found, and nothing else.
    """
    given = compose(text, source)
    if given is None:
        return Workspace(modes=shipped(tools), default_mode=BUILD, skills=skills)
    workspace = _workspace(given, tools, skills)
    if given.problems:
        raise WorkspaceError(given.problems)
    return workspace


def _workspace(given: Given, tools: Registry, skills: Skills) -> Workspace:
    values = given.fields(_KEYS)
    found = Workspace(modes=shipped(tools), skills=skills)
    if "name" in values:
        found = replace(found, name=values["name"].line_of_text())
    if "model" in values:
        found = replace(found, model=values["model"].word())
    if "fallbacks" in values:
        found = replace(found, fallbacks=values["fallbacks"].words())
    if "api_base" in values:
        found = replace(found, api_base=api_bases(values["api_base"], found.model))
    if "context_tokens" in values:
        found = replace(found, context_tokens=context_tokens(values["context_tokens"], UNKNOWN))
    if "titles" in values:
        found = replace(found, titles=_titles(values["titles"]))
    if "memory" in values and "observe" in (of_memory := values["memory"].fields(("observe",))):
        found = replace(found, observe=of_memory["observe"].flag(found.observe))
    if "remind" in values:
        remind = values["remind"]
        found = replace(found, remind=None if remind.never else remind.seconds(found.remind, OR_NEVER))
    if "limits" in values:
        found = replace(found, limits=limits(values["limits"]))
    if "budgets" in values:
        found = replace(found, budgets=budgets(values["budgets"]))
    if "sandbox" in values:
        found = replace(found, sandbox=sandbox(values["sandbox"]))
    if "files" in values:
        found = replace(found, files=file_rules(values["files"]))
    if "working_time" in values:
        found = replace(found, works=working_time(values["working_time"]))
    right = len(given.problems)
    if "people" in values:
        found = replace(found, people=members(values["people"], found.works))
    if "talk" in values:
        found = replace(found, talk=_TALK.get(values["talk"].one_of(_TALK, "circle of people") or "", found.talk))
    if "places" in values:
        found = replace(found, places=places(values["places"]))
    if "heartbeats" in values:
        found = replace(found, heartbeats=heartbeats(values["heartbeats"], found.works))
    if "profiles" in values:
        found = replace(found, profiles=(profiles(values["profiles"], tools),))
    if "skills" in values:
        found = replace(found, skills=skills.with_settings(values["skills"]))
    reading = Reading(
        tools, found.people if len(given.problems) == right else None, contained=found.sandbox.backend != "none"
    )
    if "permissions" in values:
        permissions = reading.permissions(values["permissions"], found.terms)
        found = replace(found, rules=(*permissions.rules, *USUAL_RULES), terms=permissions.terms)
    if "after_untrusted" in values:
        found = replace(found, after_untrusted=reading.after_untrusted(values["after_untrusted"]))
    if "mask" in values:
        found = replace(found, mask=masks(values["mask"]))
    if "modes" in values:
        named = modes(values["modes"], reading, found.terms)
        found = replace(found, modes=named or found.modes)
    found = replace(found, warnings=tuple(reading.warnings))
    default = next(iter(found.modes))
    if "default_mode" in values:
        default = values["default_mode"].one_of(found.modes, "mode") or default
    if "profiles" in values and not given.problems:
        found = replace(found, warnings=(*found.warnings, *slips(values["profiles"], found.models)))
    if "api_base" in values and not given.problems:
        found = replace(found, warnings=(*found.warnings, *unused(values["api_base"], found.models)))
    return replace(found, default_mode=default)


def _titles(given: Given) -> str:
    """The model that they are from; without one nothing is said by them."""
    known = len(given.problems)
    values = given.fields(("model",))
    if "model" in values:
        return values["model"].word()
    if len(given.problems) == known:
        given.wrong("names no model, as in `titles: {model: openai/gpt-5-nano}`")
    return ""
