"""Asks of a session as cards. Pending and settled share one body, so that what was decided stays to be read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from harness.approvals.asks import APPROVED, Approval, PlanReview, Question
from harness.chat.cards import Block, Card
from harness.chat.people import Person
from harness.chat.phrases import Code, Moment, Phrase, capitalized, joined, listed
from harness.chat.wording import as_sentence
from harness.sessions.turn import OpenAsk, Replaced
from harness.tools.acts import TITLE, Act, in_a_line
from harness.tools.masks import holds_mask
from harness.tools.origins import COMMAND
from harness.tools.tool import AnyTool
from harness.wording import ask_buttons
from harness.wording.acts import act, blocks, changes
from harness.wording.origins import read_in_thread
from harness.wording.outcomes import settled

NAMED = 3
"""Patterns of rules that a card names."""
WHY = 200
"""Characters of why something was changed, in what is read first."""
GONE = Card(("No longer open",), outcome=("This is no longer open.",))


def drawn(thread: str, ask: OpenAsk, tools: Mapping[str, AnyTool], known: Sequence[Person] = ()) -> Card:
    """One ask, open or settled, as if it had a card to itself. `known` are those whose roles are known: of them it
    names who may decide.
    """
    tool = tools.get(ask.call.tool)
    doing = act_of(ask, tool)
    body = Card(_title(ask, doing, tool), reason=ask.reason, blocks=_blocks(ask, doing))
    if ask.settled:
        return replace(
            body,
            outcome=settled(ask, ask.settled, doing),
            call=ask.call.id,
            unfinished=ask.settled.outcome in APPROVED and ask.ended is None,
            buttons=(
                *((ask_buttons.undo(thread, ask.id),) if ask.undoable else ()),
                *((ask_buttons.revoke(thread, ask.id),) if ask.always else ()),
            ),
        )
    masked = secret(body.blocks)
    return replace(
        body,
        masked=masked,
        warning=joined([*_dangers(ask, tool), *_warnings(ask)], " "),
        notes=capitalized(joined(_notes(ask, doing, tool, known))),
        choices=ask_buttons.choices(thread, ask.id, ask.ask),
        buttons=tuple(ask_buttons.buttons(thread, ask.id, ask.ask, masked)),
    )


def asked(thread: str, asks: Sequence[OpenAsk], tools: Mapping[str, AnyTool], known: Sequence[Person] = ()) -> Card:
    """The card on which these asks stand."""
    rows = [drawn(thread, ask, tools, known) for ask in asks]
    if not rows:
        return GONE
    return rows[0] if len(rows) == 1 else shared(thread, asks, rows, known)


def shared(thread: str, asks: Sequence[OpenAsk], rows: Sequence[Card], known: Sequence[Person] = ()) -> Card:
    """One card of several asks of the same people: who these are stands there once."""
    open_rows = [row for row in rows if row.answerable]
    who = deciders(asks[0], known)
    return Card(
        (f"Do these {len(rows)} things?",),
        reason=rows[0].reason,
        notes=capitalized(joined([who])) if open_rows else (),
        buttons=ask_buttons.of_all(thread, asks[0].id, rows),
        outcome=() if open_rows else (f"These {len(rows)} are settled.",),
        rows=tuple(ask_buttons.of_a_row(row) for row in rows),
    )


def act_of(ask: OpenAsk, tool: AnyTool | None) -> Act:
    """What its call does, as people were shown it."""
    return act(ask.call, tool, ask.preview)


def secret(blocks: Sequence[Block]) -> bool:
    """Is something on it that is not for everybody who reads along?"""
    return any(block.hides or holds_mask(block.text) for block in blocks)


def _title(ask: OpenAsk, doing: Act, tool: AnyTool | None) -> Phrase:
    match ask.ask:
        case Question(text=text):
            return (text,) if _fits(text) else ("A question",)
        case PlanReview(title=title):
            return (f"Plan: {title}",) if _fits(title) else ("A plan to review",)
        case Approval() if tool is None and ask.summary:
            return (f"{ask.summary}?",)
        case Approval():
            return doing.title
        case _:
            assert_never(ask.ask)


def _blocks(ask: OpenAsk, doing: Act) -> tuple[Block, ...]:
    match ask.ask:
        case Question(text=text):
            return () if _fits(text) else (Block(text, "markdown", name="question"),)
        case PlanReview(title=title, plan=plan):
            whole = () if _fits(title) else (Block(title, name="title"),)
            return (*whole, Block(plan, "markdown", name="plan"))
        case Approval():
            return (*blocks(ask.call, doing), *_changed(ask))
        case _:
            assert_never(ask.ask)


def _changed(ask: OpenAsk) -> tuple[Block, ...]:
    """What its call is another in, since people edited it or had the model change it."""
    before = ask.unedited or (ask.replaces.arguments if ask.replaces else "")
    difference = changes(before, ask.call) if before else ""
    return (Block(difference, "diff", name="changes"),) if difference else ()


def _fits(text: str) -> bool:
    """Does it make a title?"""
    return len(text) <= 2 * TITLE and "\n" not in text


def _notes(ask: OpenAsk, doing: Act, tool: AnyTool | None, known: Sequence[Person]) -> Iterator[Phrase]:
    """What one needs to decide."""
    if isinstance(ask.ask, Approval):
        if ask.ask.kept:
            yield _kept(ask.ask.kept, doing)
        yield from ((note,) for note in (doing.extent, *doing.notes) if note)
    if isinstance(ask.ask, PlanReview) and ask.ask.mode:
        yield (f"once approved, I go on in {ask.ask.mode} mode",)
    if isinstance(ask.ask, Question) and ask.ask.default:
        yield (f"if nobody answers in time: {ask.ask.default}",)
    yield deciders(ask, known)
    if expires := ask.expires or ask.ask.expires:
        yield ("expires ", Moment(expires))


def _kept(what: str, doing: Act) -> Phrase:
    """What keeps a rule from allowing it. A part of a command has the command's mask."""
    secrets = next((part.secrets for part in doing.object if isinstance(part, Code)), None)
    part = "the line break" if what == "\n" else Code(what, secrets)
    return ("a rule would allow it, but for ", part)


def deciders(ask: OpenAsk, known: Sequence[Person] = ()) -> Phrase:
    """Who can settle it."""
    does = "can answer" if isinstance(ask.ask, Question) else "can decide"
    return (*ask.ask.deciders.described(ask.requester, known), f" {does}")


def _dangers(ask: OpenAsk, tool: AnyTool | None) -> Iterator[Phrase]:
    """What could do harm, before all else."""
    if not isinstance(ask.ask, Approval):
        return
    if ask.ask.unchecked:
        yield _unchecked(ask.ask)
    if tool and tool.unsandboxed:
        rules = " Your file rules don't apply there." if tool.apart else ""
        yield (f"This runs on my machine, without a sandbox.{rules}",)
    elif tool and tool.shell and tool.outside == COMMAND:  # a sandbox keeps everything else out
        yield ("This can reach the network.",)
    if ask.ask.say:
        yield (as_sentence(ask.ask.say),)


def _unchecked(ask: Approval) -> Phrase:
    """Which rules say nothing of a command, since it can't be read."""
    named: list[Phrase] = [(Code(pattern, ()),) for pattern in ask.unchecked[:NAMED]]
    more: list[Phrase] = [(f"{len(ask.unchecked) - NAMED} more",)] if len(ask.unchecked) > NAMED else []
    rules = "rule" if len(ask.unchecked) == 1 else "rules"
    read = f"I can't read this command reliably: {ask.unreadable}."
    return (f"{read} I couldn't check it against the {rules} on ", *listed([*named, *more], "and"), ".")


def _warnings(ask: OpenAsk) -> Iterator[Phrase]:
    """What has to be read first."""
    yield _anew(ask)
    if isinstance(ask.ask, Approval) and ask.ask.untrusted:
        yield (read_in_thread(ask.ask.untrusted),)
    if ask.deleted:
        yield ("The message that asked for this was deleted.",)
    if ask.replaces:
        yield _replaced(ask.replaces)


def _replaced(before: Replaced) -> Phrase:
    """That it is not what people were asked first: after talking with whom, and why."""
    people = listed([(one,) for one in before.by], "and")
    spoke: Phrase = (" after ", *people, " spoke with me") if people else ()
    why: Phrase = (": ", *in_a_line((before.reason,), WHY)) if before.reason else (".",)
    return ("I changed this", *spoke, *why)


def _anew(ask: OpenAsk) -> Phrase:
    """Why people are asked again."""
    match ask.stale:
        case "world":
            return ("What this is about has changed since I asked. Please look again.",)
        case "tool":
            return (f"{ask.call.tool} has changed since I asked. Please look again.",)
        case None if ask.lapsed:
            return (f"{ask.call.tool} has changed since it was always allowed.",)
        case None:
            return ()
