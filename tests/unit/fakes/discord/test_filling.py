"""A form comes back as a person's client sends it."""

from typing import Any

from tests.fakes.discord.filling import filled

OPTIONS = [{"label": "Only this", "value": "only", "default": True}, {"label": "All", "value": "all"}]
MODAL: dict[str, Any] = {
    "components": [
        {"type": 10, "content": "Read this first."},
        {"type": 18, "label": "Scope", "component": {"type": 3, "custom_id": "scope", "options": OPTIONS}},
        {"type": 18, "label": "A note", "component": {"type": 4, "custom_id": "note", "value": "as it was"}},
    ]
}


def sent(values: dict[str, str]) -> list[object]:
    components = (one["component"] for one in filled(MODAL, values))
    return [one.get("values", one.get("value")) for one in components]


def test_what_is_left_alone_comes_as_it_was() -> None:
    assert sent({}) == [["only"], "as it was"]


def test_a_field_is_known_by_its_label_and_by_its_name() -> None:
    assert sent({"Scope": "All", "note": ""}) == [["all"], ""]
    assert sent({"scope": "nothing of it"})[0] == []
