"""A form is filled in, field by field: a line each, and several lines in the person's editor, if there is one."""

from collections.abc import Callable, Collection
from pathlib import PurePosixPath

from adapters.terminal.editor import EditorFailed
from adapters.terminal.keys import Interrupted, Keyboard
from harness.chat.cards import Field, Form

_SUFFIXES = {"json": ".json"}
"""By kind."""


class FormLeft(Exception):
    """Nothing is sent. The message says so."""


class Filling:
    """Of one form. `values` are by field, as far as they have been filled in. `note` says something by the way."""

    def __init__(self, form: Form, keyboard: Keyboard, note: Callable[[str], None]) -> None:
        self._form, self._keyboard, self._note = form, keyboard, note
        self.values = {field.name: field.value for field in form.fields}

    @property
    def typed(self) -> str:
        """What was filled in, field by field, without what stood there already."""
        fields = [field for field in self._form.fields if self.values[field.name] != field.value]
        return "\n".join(f"{field.label}: {self.values[field.name]}" for field in fields)

    def introduce(self) -> None:
        """What is to come, and how it is sent, or left."""
        form = self._form
        last = form.fields[-1]
        if self._in_editor(last):
            sends = f"what you save in {self._keyboard.editor}"
        else:
            key = "Esc, then Enter," if _several(last) else "Enter"
            sends = key if len(form.fields) == 1 else f"{key} in the last field"
        self._note(f"{form.title}: {sends} means “{form.submit}”, Ctrl-C leaves it as it was")
        if form.text:
            self._note(form.text)

    async def ask(self, names: Collection[str]) -> None:
        """For these fields; an empty name stands for all. Raises FormLeft and Left."""
        edited = False
        for field in self._form.fields:
            if field.name in names or "" in names:
                edited = edited or self._in_editor(field)
                await self._ask(field)
        if edited and self.values == {field.name: field.value for field in self._form.fields}:
            raise FormLeft("nothing was changed: left as it was")

    async def _ask(self, field: Field) -> None:
        value = self.values[field.name]
        if field.options:
            self._note(f"one of: {' / '.join(field.options)}")
        try:
            if self._in_editor(field):
                typed = await self._keyboard.edit(f"  {field.label}: ", value, self._suffix(field))
            else:
                typed = await self._keyboard.line(_prompt(field), value)
        except Interrupted:
            raise FormLeft("left as it was") from None
        except EditorFailed as failed:
            raise FormLeft(f"{failed}: left as it was") from failed
        self.values[field.name] = typed.encode("utf-8", "replace").decode()

    def _in_editor(self, field: Field) -> bool:
        return _several(field) and bool(self._keyboard.editor)

    def _suffix(self, field: Field) -> str:
        """As the file that it is about, if the form names one."""
        paths = (self.values[one.name] for one in self._form.fields if "path" in one.name)
        return _SUFFIXES.get(field.kind) or next(filter(None, (PurePosixPath(path).suffix for path in paths)), ".txt")


def _several(field: Field) -> bool:
    """Has it several lines?"""
    return "\n" in field.value


def _prompt(field: Field) -> str:
    optional = "" if field.required or field.value else " (may be empty)"
    return f"  {field.label}{optional}: "
