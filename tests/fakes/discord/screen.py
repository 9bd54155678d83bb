"""What a person sees of a message or a form."""

import re
from collections.abc import Mapping
from typing import Any

from tests.fakes.discord.shape import every


def shown(message: Mapping[str, Any]) -> str:
    """All that is to be read on it."""
    return "\n".join(map(_read, filter(None, _texts(message))))


def _texts(message: Mapping[str, Any]) -> list[str]:
    shown = [str(one["content"]) for one in every(message.get("components") or []) if one.get("type") == 10]
    return [str(message.get("content") or ""), *shown]


def _read(markdown: str) -> str:
    """Without the backslashes before marks, which Discord does not show outside of code, and what has no width within.
    Discord's client, simple-markdown rules: a block of code ends at the next three backticks, however many began it.
    """
    code = re.split(r"(?s)((?<!\\)```.*?```)", markdown)
    return "".join(
        part.replace("\u200b", "") if number % 2 else _ESCAPED.sub(r"\1", part) for number, part in enumerate(code)
    )


def code(message: Mapping[str, Any]) -> list[str]:
    """What it shows as blocks of code, as Discord's client finds them."""
    return [found.replace("\u200b", "") for found in _CODE.findall("\n".join(_texts(message)))]


_CODE = re.compile(r"(?s)(?<!\\)```\n*(.*?)\n*```")
"""Blank lines at either end are not shown."""
_ESCAPED = re.compile(r"\\([^a-zA-Z0-9\s])")


def controls(message: Mapping[str, Any]) -> list[str]:
    """The labels of its buttons and of the options of its menus, in order."""
    found: list[str] = []
    for one in every(message.get("components") or []):
        if one.get("type") == 2 and not one.get("disabled"):
            found.append(str(one["label"]))
        elif one.get("type") == 3:
            found += [str(option["label"]) for option in one["options"]]
    return found


def control(message: Mapping[str, Any], label: str, nth: int | None = None) -> dict[str, Any]:
    """The button of that label, or the menu that has an option of it; `nth` of several. Raises LookupError."""
    found = [
        one
        for one in every(message.get("components") or [])
        if one.get("label") == label or any(option["label"] == label for option in one.get("options") or [])
    ]
    if not found or (len(found) > 1 and nth is None):
        raise LookupError(f"{len(found)} controls are called {label!r}: {controls(message)}")
    return found[nth or 0]
