"""The tool that keeps a note. Which layers a turn may write are those that it is told: see `harness/context/notes`."""

from collections.abc import Callable
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from harness.chat.cards import Block
from harness.chat.rooms import Rooms
from harness.context.alike import words_alike
from harness.context.notes import Memory, Note, NoteLayer, NoteUnknown, noted_by
from harness.toolbox.elsewhere import hidden
from harness.toolbox.wording import one_line
from harness.tools.acts import Act
from harness.tools.calls import ToolResult
from harness.tools.changes import LayerName, NoteWritten
from harness.tools.masks import Masks
from harness.tools.previews import NoteNamed, Preview
from harness.tools.tool import Tool, ToolContext

REMEMBER, CATEGORY = "remember", "memory"
LONGEST = 2_000
"""Characters of a note."""
FOR = {"team": "for the team", "place": "here", "person": "for you"}
NOT_TO_BE_KEPT = "it has what looks like a secret in it: say in the note where that is kept, and not what it is"
_READERS = {
    "team": "Everyone I work with can read it.",
    "place": "Everyone here can read it.",
    "person": "I only tell it to you, in direct messages.",
}


def _no_secret(text: str) -> str:
    """Raises ValueError: a note is told to a model and to people again and again, in clear."""
    if Masks().masked(text) != text:
        raise ValueError(NOT_TO_BE_KEPT)
    return text


class Remember(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    text: Annotated[str, AfterValidator(_no_secret)] = Field(
        description="What is to be remembered, in a sentence or two that are understood without this conversation.",
        min_length=1,
        max_length=LONGEST,
    )
    layer: LayerName = Field(
        description=(
            "For whom: the whole team; this place (a channel or group; not in direct messages); or the person you talk "
            "with (in direct messages only)."
        )
    )
    replaces: str = Field(default="", description="The id of the note that this one corrects or contradicts.")


def remember(memory: Memory, rooms: Rooms, now: Callable[[], float]) -> Tool[Remember]:
    async def run(arguments: Remember, context: ToolContext) -> ToolResult:
        if context.masked(arguments.text) != arguments.text:
            return ToolResult(f"Not noted: {NOT_TO_BE_KEPT}.", ok=False)
        layers = memory.layers(context.place, context.requester)
        named = [one for one in layers if one.name == arguments.layer]
        if not named or context.requester is None or context.place is None:
            return ToolResult(f"Not noted: {_elsewhere(layers)}.", ok=False)
        own = len(named) > 1 and arguments.layer == "place" and await hidden(rooms, context.place)
        layer = named[-1 if own else 0]
        by, id = context.requester, noted_by(context.thread, context.call.id, layer.name)
        about = {"by": by.id, "name": by.name, "place": context.place.id, "thread": context.thread}
        note = Note(id, layer, arguments.text.strip(), **about, at=now())
        told = await memory.told(context.place, context.requester)
        like = [one.id for one in told if words_alike(one.text, note.text)]
        try:
            before = await memory.write(note, context.covers(note.text), arguments.replaces, [layer], like)
        except NoteUnknown as error:
            return ToolResult(f"Not noted: {error}.", ok=False)
        instead, replaces = (before.text, before.id) if before else ("", "")
        written = NoteWritten(id, layer.name, note.text, instead, replaces)
        return ToolResult(f"Noted, as {id}.", changes=(written,))

    async def preview(arguments: Remember, context: ToolContext) -> Preview:
        """Raises NoteUnknown."""
        if context.masked(arguments.text) != arguments.text:
            raise NoteUnknown(NOT_TO_BE_KEPT)
        layers = memory.layers(context.place, context.requester)
        if all(one.name != arguments.layer for one in layers):
            raise NoteUnknown(_elsewhere(layers))
        # what one person alone reads nobody else is shown: so a note is replaced by one for the same people
        same = [one for one in layers if one.name == arguments.layer]
        known = {note.id: note for note in await memory.notes.of(same)} if arguments.replaces else {}
        if arguments.replaces and arguments.replaces not in known:
            named = one_line(arguments.replaces, 40)
            raise NoteUnknown(f"there is no note {named} {FOR[arguments.layer]}, and a note for others is not replaced")
        return NoteNamed(known[arguments.replaces].text if arguments.replaces else "")

    return Tool(
        name=REMEMBER,
        description=(
            "Keep something for later conversations: what people want done how, decisions, names, numbers. Not what is "
            "only of use now, and no secrets. A note that corrects another replaces it."
        ),
        category=CATEGORY,
        arguments=Remember,
        run=run,
        repeatable=True,
        subject=lambda arguments: arguments.layer,
        preview=preview,
        act=_act,
    )


def _elsewhere(layers: tuple[NoteLayer, ...]) -> str:
    """Why a note is not kept from here, as part of a sentence."""
    return f"from here, notes can be kept for {' or '.join(dict.fromkeys(one.name for one in layers))}"


def _act(arguments: Remember, seen: Preview | None) -> Act:
    before = seen.text if isinstance(seen, NoteNamed) else ""
    blocks = [Block(arguments.text, "text", name="note")]
    if before:
        blocks.append(Block(before, "text", name="earlier note"))
    return Act(
        "Remember",
        "Remembered",
        (f"this {FOR[arguments.layer]}",),
        blocks=tuple(blocks),
        notes=(_READERS[arguments.layer],),
        says=frozenset({"text", "layer", "replaces"}),
    )
