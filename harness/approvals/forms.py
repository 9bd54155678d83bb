"""What a button's form asks for, and reading what was typed into it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from harness.approvals.asks import Approve, Ask, Choice, Edit, PlanReview, Question, Reject, Respond
from harness.approvals.patterns import covers_call, exact, proposed
from harness.approvals.tokens import Token
from harness.chat.cards import Field, Form
from harness.chat.secrets import concealed
from harness.chat.wording import capitalized, shortened
from harness.tools.arguments import MalformedArguments, as_object
from harness.tools.calls import ToolCall
from harness.tools.command_secrets import command_secrets
from harness.tools.tool import AnyTool

READ = "I will read this."
ALWAYS = (
    "I'll stop asking about this in this thread. Denied things stay denied. I still ask in a turn in which someone "
    "without approval rights has spoken. Revoke it any time."
)
READ_ONLY = (
    "In private I run commands without asking only with your files read-only, so this one may fail then. This approval "
    "lets it write once."
)
ASK_BACK = "I answer in the thread. This decides nothing."
EXACTLY, ONLY, EVERY, ALL_OF = "Exactly this", "Only what matches the pattern", "Every call of", "All of"
"""How the options of an "always" begin."""
REPEATED = 600
"""Characters of a call that an "always" repeats."""


_LABELS = {"text": "Your words", "reason": "Your reason", "note": "Your note", "scope": "Scope", "match": "Pattern"}


def called(field: str) -> str:
    """What people call that field where only its name is known. Arguments of tools go by their names."""
    return _LABELS.get(field, field)


class FormErrors(ValueError):
    """What was typed cannot be taken: `fields` says why, by the field's name."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {why}" if name else why for name, why in fields.items()))
        self.fields = dict(fields)


class NothingToFill(ValueError):
    """The form has no field that a person could fill in where it was to be opened. The message says why, for them."""


def form(
    token: Token,
    ask: Ask,
    call: ToolCall,
    tool: AnyTool | None,
    category: Sequence[str] = (),
    read_only: bool = False,
) -> Form:
    """The form behind a button of that ask. An Edit has a field for each argument, from the tool's schema, filled
    with what it holds; an Always says what it will cover: `category` are the tools of the call's. `read_only`: a
    command that nobody approved finds the files read-only where it runs. A surface cuts what it has no room for.
    """
    text = str(token)
    match token.verb:
        case "edit":
            return Form("Edit and approve", text, "Approve as edited", _argument_fields(call, tool))
        case "reject" if isinstance(ask, PlanReview):
            hint = "Leave this empty, and I wait for your next message."
            feedback = Field("reason", "What should change?", kind="text", required=False, hint=hint)
            return Form("Revise the plan", text, "Send", (feedback,))
        case "reject" | "reject-all":
            title = "Deny all" if token.verb == "reject-all" else "Deny"
            return Form(title, text, title, (Field("reason", "Why not?", kind="text", required=False, hint=READ),))
        case "always":
            fails = READ_ONLY if read_only and tool and tool.shell and not tool.unsandboxed else ""
            told = "\n\n".join(filter(None, (_repeated(call, tool), ALWAYS, fails)))
            return Form("Always allow", text, "Always allow", _scopes(call, tool, category), text=told)
        case "ask-back":
            return Form("Ask back", text, "Ask", (Field("text", "Your question", kind="text"),), text=ASK_BACK)
        case "review":
            return _review(text, ask)
        case "show":
            return Form("As it is", text, "", (), text=call.arguments if tool is None else _in_full(call, tool))
        case "note":
            return Form("Approve with a note", text, "Approve", (Field("note", "Your note", kind="text"),))
        case _:
            label = "Your answer"
            title = "Answer" if isinstance(ask, Question) else "Answer instead"
            return Form(title, text, "Send", (Field("text", label, kind="text"),))


def read(token: Token, values: Mapping[str, str], tool: AnyTool | None, call: ToolCall | None = None) -> Choice:
    """What was typed, as an answer about that call. Raises FormErrors."""
    match token.verb:
        case "edit":
            return Edit(_arguments(values, tool))
        case "reject" | "reject-all":
            return Reject(values.get("reason", "").strip())
        case "note":
            return Approve(values.get("note", "").strip())
        case "always":
            return _always(values, tool, call)
        case "respond":
            return Respond(typed_words(values))
        case "review":
            return Respond(typed_words(values)) if "text" in values else Approve(values.get("note", "").strip())
        case _:
            raise FormErrors({"": f"{token.verb} takes no text"})


def _review(token: str, ask: Ask) -> Form:
    """Where its card is not: to be shown in the form."""
    if not isinstance(ask, Question):
        note = Field("note", "A note", kind="text", required=False, hint=READ)
        return Form("Review", token, "Approve", (note,))
    labels = tuple(option.label for option in ask.options)
    if labels and not ask.multiple and not ask.free_text:
        return Form("Answer", token, "Send", (Field("text", "Your answer", kind="choice", options=labels),))
    offered = f"{'Some of, with commas between' if ask.multiple else 'One of'}: {', '.join(labels)}" if labels else ""
    hint = f"{offered}{', or your own words' if labels and ask.free_text else ''}"
    return Form("Answer", token, "Send", (Field("text", "Your answer", kind="text", hint=hint),))


def typed_words(values: Mapping[str, str]) -> str:
    """The words that were typed. Raises FormErrors."""
    if not (words := values.get("text", "").strip()):
        raise FormErrors({"text": "please write something"})
    return words


def _scopes(call: ToolCall, tool: AnyTool | None, category: Sequence[str]) -> tuple[Field, ...]:
    """What "always" may mean: the narrowest first, and the widest only by choice. The pattern is one that covers this
    very call, and more.
    """
    subject, match = _subject(call, tool), _proposed(call, tool)
    match = "" if tool and match == exact(subject, tool.shell) else match
    options = (
        *((f"{EXACTLY} {_noun(tool)}",) if tool and subject else ()),
        *((ONLY,) if match else ()),
        f"{EVERY} {call.tool}",
        *((f"{ALL_OF} {', '.join(sorted(category))}",) if len(category) > 1 else ()),
    )
    scope = Field("scope", "Stop asking about", value=options[0], kind="choice", options=options)
    example = "`make deploy*` also covers `make deploy prod`" if tool and tool.shell else "`/docs/*` is all below /docs"
    hint = f"Counts with “{ONLY}”. {example}."
    return (scope, Field("match", "Pattern", value=match, required=False, hint=hint)) if match else (scope,)


def _noun(tool: AnyTool) -> str:
    return "command" if tool.shell else "file" if tool.takes_path else "call"


def _subject(call: ToolCall, tool: AnyTool | None) -> str:
    """What patterns are matched with."""
    try:
        return tool.subject(tool.parse(call.arguments)).strip() if tool else ""
    except MalformedArguments:
        return ""


def _repeated(call: ToolCall, tool: AnyTool | None) -> str:
    """What it would be for, with the mask of its card."""
    subject = _subject(call, tool)
    secrets = command_secrets(subject, tool.shell) if tool and tool.shell else None
    return shortened(concealed(subject, secrets), REPEATED)


def _proposed(call: ToolCall, tool: AnyTool | None) -> str:
    return proposed(subject, tool.shell) if tool and (subject := _subject(call, tool)) else ""


def _always(values: Mapping[str, str], tool: AnyTool | None, call: ToolCall | None) -> Approve:
    """Raises FormErrors, also of a pattern that leaves out the very call at which it is given."""
    scope, match = values.get("scope", ""), values.get("match", "").strip()
    if scope.startswith(EVERY):
        return Approve(always="tool")
    if scope.startswith(ALL_OF):
        return Approve(always="category")
    if scope.startswith(EXACTLY) and tool and call and (subject := _subject(call, tool)):
        return Approve(always="pattern", match=exact(subject, tool.shell))
    if not match:
        raise FormErrors({"match": "please give a pattern"})
    if tool and call and not _covers(match, call, tool):
        better = _proposed(call, tool)
        would = f": `{better}` would" if better else ""
        raise FormErrors({"match": f"this pattern does not cover this call{would}"})
    return Approve(always="pattern", match=match)


def _covers(match: str, call: ToolCall, tool: AnyTool) -> bool:
    """Of what links lead to, the rules have more to say."""
    try:
        return covers_call(match, tool.subject(tool.parse(call.arguments)), tool.shell)
    except MalformedArguments:
        return False


def _in_full(call: ToolCall, tool: AnyTool) -> str:
    """All that is masked on its card."""
    given = as_object(call.arguments) or {}
    return "\n\n".join(f"{name}:\n{value}" for name, value in given.items()) or call.arguments


def _argument_fields(call: ToolCall, tool: AnyTool | None) -> tuple[Field, ...]:
    given = as_object(call.arguments) or {}
    schema = tool.schema() if tool else {}
    properties: Mapping[str, Any] = schema.get("properties", {name: {} for name in given})
    required = schema.get("required", [])
    return tuple(_field(name, properties[name], given.get(name), name in required) for name in properties)


def _field(name: str, schema: Mapping[str, Any], value: object, required: bool) -> Field:
    kind, label = schema.get("type"), capitalized(name.replace("_", " "))
    hint = str(schema.get("description", ""))
    if "enum" in schema:
        options = tuple(map(str, schema["enum"]))
        return Field(
            name,
            label,
            value="" if value is None else str(value),
            kind="choice",
            options=options,
            required=required,
            hint=hint,
        )
    if kind == "boolean":
        text = "" if value is None else str(value).lower()
        return Field(name, label, value=text, kind="boolean", options=("true", "false"), required=required, hint=hint)
    if kind in ("integer", "number"):
        return Field(
            name, label, value="" if value is None else str(value), kind=kind, options=(), required=required, hint=hint
        )
    if kind == "string" or isinstance(value, str):
        text = value if isinstance(value, str) else ""
        return Field(
            name,
            label,
            value=text,
            kind="text",
            options=(),
            required=required and bool(schema.get("minLength")),
            hint=hint,
        )
    return Field(
        name,
        label,
        value="" if value is None else json.dumps(value, ensure_ascii=False),
        kind="json",
        options=(),
        required=required,
        hint=hint,
    )


def _arguments(values: Mapping[str, str], tool: AnyTool | None) -> str:
    """The typed values as the tool's arguments, in JSON. Raises FormErrors, by field."""
    if tool is None:
        raise FormErrors({"": "this tool no longer exists"})
    properties: Mapping[str, Any] = tool.schema().get("properties", {})
    arguments: dict[str, Any] = {}
    for name, typed in values.items():
        field = _field(name, properties.get(name, {}), None, False)
        text_like = field.kind in ("text", "line", "choice")
        if not typed and not (text_like and name in tool.schema().get("required", [])):
            continue
        try:
            arguments[name] = typed if text_like else json.loads(typed)
        except (ValueError, RecursionError):
            raise FormErrors({name: f"this is not a valid {field.kind}"}) from None
    text = json.dumps(arguments, ensure_ascii=False)
    try:
        tool.parse(text)
    except MalformedArguments as error:
        raise FormErrors({where[0] if where else "": what for where, what in error.problems}) from None
    return text
