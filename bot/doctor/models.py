"""The models that the workspace names: is it clear whose they are, and is the key there?"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from adapters.models.direct import PROVIDERS
from adapters.models.failures import AskedModel, is_key, without_address
from adapters.models.prices import unpriced
from bot import wiring
from bot.doctor.finding import Finding
from bot.in_force import InForce
from bot.settings import Settings
from bot.workspaces.models import LIKE, why_unknown
from bot.workspaces.settings import amounts, held
from harness.context.canonical import exact
from harness.context.model import AuthenticationFailed, ModelError, Overflowed
from harness.context.packages import Occasion, RunRequest, compile, requested
from harness.context.profiles import profile_of
from harness.context.window import ModelMessage, tokens_in, tokens_of
from harness.loop.clock import Now
from harness.sessions.budgets import Budget
from harness.tools.calls import At
from harness.tools.registry import Registry
from harness.workspace.problems import WorkspaceError, shown
from harness.workspace.workspace import Workspace

ELSEWHERE = frozenset({"bedrock", "sagemaker", "vertex_ai"})
"""Providers whose keys a machine may have otherwise than by its environment."""


_ODD = re.compile(r"[\"']|[^\x21-\x7e]")
"""What no provider's key has, and what no header takes: anything but ASCII that can be seen."""


async def models(
    settings: Settings,
    workspace: Workspace,
    thinking: wiring.ModelsInUse,
    environment: Mapping[str, str],
    now: Now,
    asks: bool,
    trimmed: Collection[str] = (),
    tools: Registry = Registry(()),  # noqa: B008 - it is a value
) -> list[Finding]:
    try:
        wiring.check_model(settings.workspace, workspace)
    except WorkspaceError as error:
        return [Finding("model", "setting", str(error))]
    if not thinking.named:
        return [Finding("model", "note", "a rehearsal answers: an offline script that only pretends to be a model")]
    found = []
    for name in thinking.named:
        try:
            asked = await thinking.asked(name)
            found.append(key(asked, environment, trimmed))
            found += _elsewhere(name, workspace, asked)
            found += _profiled(name, workspace)
            if asks:
                found.append(await _answers(thinking, asked, workspace, tools, now))
        except ModelError as error:
            found.append(Finding("model", "wrong", f"{error}: install Deskmate anew"))
    found += prices(thinking.named, workspace.budgets)
    if not asks:
        found.append(Finding("model", "note", "no model was asked: `deskmate doctor --model` asks for one word"))
    return found


def key(asked: AskedModel, environment: Mapping[str, str], trimmed: Collection[str] = ()) -> Finding:
    if not asked.provider:
        text = why_unknown(asked.model) or f"I can't tell who provides {asked.model}: {LIKE}"
        return Finding("model", "setting", text)
    if asked.absent:
        return Finding("model", "setting", f"{asked.model}: {asked.absent}")
    if asked.homeless:
        return Finding("model", "setting", without_address(asked))
    who = f"{asked.model} is one of {asked.provider}'s"
    empty = [name for name in asked.usual if name in environment and not environment[name].strip()]
    absent = [name for name in asked.missing if not environment.get(name)]
    if keys := [*empty, *filter(is_key, absent)]:
        names = replace(asked, missing=tuple(keys)).keys
        if asked.provider in ELSEWHERE:
            return Finding(
                "model", "note", f"{who}; {names} is not set, which is right if this machine has a role for it"
            )
        return Finding("model", "setting", f"{who}, and its key is missing: set {names} in the environment")
    if rest := [name for name in absent if not (asked.base and name.endswith("_API_BASE"))]:
        return Finding("model", "note", f"{who}; {' and '.join(rest)}, which it may need, is not set")
    there = [name for name in asked.read if name in environment]
    for name in filter(is_key, there):
        if odd := _odd(name, environment[name]):
            return Finding("model", "setting", f"{who}, and {name} has {odd} in it, as no key has: set it anew")
    loose = " (without the blanks or the line break around it)" if trimmed and set(there) & set(trimmed) else ""
    none = (
        "no key is set, which is right if your server needs none" if asked.base else "as far as I know it needs no key"
    )
    known = f"{there[0]} is set{loose}" if there else none
    at = f", at {shown(asked.base)}" if asked.base else ""
    return Finding("model", "ok", f"{who}{at}; {known}")


def _at(asked: AskedModel) -> str:
    """The address that was asked, and a likely mistake in it."""
    if not asked.base:
        return ""
    bare = (
        urlsplit(asked.base).path in ("", "/") and asked.provider in PROVIDERS and not PROVIDERS[asked.provider].claude
    )
    hint = f"; most servers have their API below /v1: `api_base: {shown(asked.base.rstrip('/'))}/v1`" if bare else ""
    return f" (asked at {shown(asked.base)}{hint})"


def _odd(name: str, value: str) -> str:
    """What the value has in it that cannot be part of a key; a file's path may have anything."""
    if name.endswith("CREDENTIALS"):
        return ""
    match = _ODD.search(value.strip())
    if match is None:
        return ""
    if match[0] in "\r\n":
        return "a line break"
    return "a blank" if match[0].isspace() else "a quotation mark" if match[0] in "\"'" else "a letter"


def prices(named: Sequence[str], budgets: Sequence[Budget]) -> list[Finding]:
    """Those without a price, which no budget of dollars limits."""
    without = unpriced(named)
    if not without:
        return []
    one, names = len(without) == 1, " and ".join(without)
    known, them = ("has", "it") if one else ("have", "them")
    if any(budget.tokens is not None for budget in budgets):
        limits = f"only your budget in tokens limits {them}"
    else:
        limits = f"no budget in dollars limits {them}: set one in tokens, as in `budgets: {{day: {{tokens: 2000000}}}}`"
    return [Finding("model", "note", f"{names} {known} no price that I know, so {limits}")]


def _elsewhere(name: str, workspace: Workspace, asked: AskedModel) -> list[Finding]:
    """A note if `api_base` doesn't cover that model, in case somebody meant it to."""
    if asked.base or not asked.provider or not (workspace.api_base.usual or workspace.api_base.named):
        return []
    whose = f"belongs to the provider of {workspace.model}" if workspace.api_base.usual else "doesn't name it"
    text = (
        f"{name} goes to {asked.provider}'s own address: `api_base` {whose}. "
        f'To send it elsewhere: `api_base: {{"{asked.provider}/*": URL}}`'
    )
    return [Finding("model", "note", text)]


def _profiled(name: str, workspace: Workspace) -> list[Finding]:
    """What its profile says, beside what is shipped, that whoever runs us may wonder about later."""
    profile, shipped = profile_of(name, workspace.profiles), profile_of(name, ())
    said = [f"effort {profile.effort}"] if profile.effort else []
    if more := [key for key, value in profile.parameters.items() if shipped.parameters.get(key) != value]:
        said.append(f"with {', '.join(sorted(more))}")
    if profile.small:
        said.append("as a small model, with few tools")
    elif profile.exclude_tools:
        said.append(f"without {', '.join(sorted(profile.exclude_tools))}")
    if most := amounts(profile.limits):
        said.append(f"at most {most}")
    if profile.limits.context_tokens:
        said.append(held(profile.limits.context_tokens))
    return [Finding("model", "note", f"{name} is asked by its profile: {'; '.join(said)}")] if said else []


def _package(workspace: Workspace, tools: Registry, model: str) -> RunRequest:
    """What a turn with that model is given, in the first mode that it thinks in."""
    modes = [workspace.default_mode, *workspace.modes]
    mode = next((one for one in modes if workspace.model_in(one, "") == model), workspace.default_mode)
    rules = InForce(workspace, tools).rules
    skills = tuple(workspace.skills.found)
    return compile(workspace, rules.gate(mode), tools, Occasion(mode, model, skills=skills))


async def _answers(
    thinking: wiring.ModelsInUse, asked: AskedModel, workspace: Workspace, tools: Registry, now: Now
) -> Finding:
    """What happens to a request with all that each turn begins with: a small one may fit where no turn does."""
    name = asked.model
    user = ModelMessage.of({"role": "user", "content": "Please answer with one word."})
    request = requested(_package(workspace, tools, name), At(1, 1), (user,)).to(name)
    began = now()
    try:
        await thinking.reply(request, lambda _: None)
    except Overflowed:
        size = tokens_of(exact(request.tools)) + tokens_in(request.size)
        return Finding(
            "model",
            "wrong",
            f"{name} takes less than a turn begins with, about {size:,} tokens: start its server with a longer "
            "context, choose another `model`, or set `small: true` in its profile",
        )
    except AuthenticationFailed as error:
        return Finding("model", "setting", str(error))
    except ModelError as error:
        return Finding("model", "wrong", f"{error}{_at(asked)}: try again later, or set another `model`")
    return Finding("model", "ok", f"{name} answered after {now() - began:.1f} s")
