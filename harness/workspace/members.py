"""Reads `people`."""

from harness.workspace.given import Given
from harness.workspace.problems import shown
from harness.workspace.workspace import Member


def members(given: Given) -> tuple[Member, ...]:
    """A list of `{id: "slack:T1:U1", name: Ana, roles: [owner]}`."""
    found: dict[str, Member] = {}
    for item in given.items():
        values = item.fields(("id", "name", "roles"))
        if "id" not in values:
            item.wrong('needs an id of three parts, like id: "slack:T0123:U0456"')
            continue
        name = values["name"].line_of_text() if "name" in values else ""
        roles = frozenset(values["roles"].words()) if "roles" in values else frozenset[str]()
        id = _id(values["id"])
        if id in found:
            values["id"].wrong(f"{shown(id)} is here twice: name each person once, with all their roles")
        elif id:
            found[id] = Member(id, name, roles)
    return tuple(found.values())


def _id(given: Given) -> str:
    id = given.text()
    if id and (id.count(":") != 2 or not all(id.split(":")) or any(c.isspace() for c in id)):
        given.wrong(f'must be platform:team:user, like "slack:T0123:U0456", not {shown(id)}')
        return ""
    return id
