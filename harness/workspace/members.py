"""Reads `people`."""

from harness.approvals.hours import WorkingTime
from harness.chat.platforms import PLATFORMS
from harness.workspace.given import Given
from harness.workspace.hours import KEYS, hours
from harness.workspace.problems import shown
from harness.workspace.workspace import Member

_EXAMPLE = '"slack:T0123:U0456"'


def members(given: Given, usual: WorkingTime | None = None) -> tuple[Member, ...]:
    """A list of `{id: "slack:T1:U1", name: Ana, roles: [owner]}`, or `ids: ["slack:T1:U1", "discord:1:2"]` for somebody
    who has several; with `hours: 9-15` and the like, for who works otherwise than is `usual`.
    """
    found: list[Member] = []
    taken: dict[str, str] = {}
    """Where each id stands."""
    for item in given.items():
        values = item.fields(("id", "ids", "name", "roles", *KEYS))
        name = values["name"].line_of_text() if "name" in values else ""
        roles = frozenset(values["roles"].words()) if "roles" in values else frozenset[str]()
        ids = _free(_ids(item, values), taken)
        if ids:
            said = [key for key in KEYS if key in values]
            own = hours(values, usual or WorkingTime()) if said and (usual or said != ["zone"]) else None
            where = values["zone"].text() if "zone" in values else ""
            found.append(Member(ids[0], name=name, roles=roles, others=tuple(ids[1:]), works=own, zone=where))
    return tuple(found)


def _ids(item: Given, values: dict[str, Given]) -> list[tuple[str, Given]]:
    """Those of one person, and where each stands."""
    if "id" in values and "ids" in values:
        values["ids"].wrong("stands beside id: put all ids of this person into ids")
        return []
    right = len(item.problems)
    given = values["ids"].items() if "ids" in values else [values["id"]] if "id" in values else []
    if not given and len(item.problems) == right:
        item.wrong(f"needs an id of three parts, like id: {_EXAMPLE}")
    return [(id, each) for each in given if (id := _id(each))]


def _free(ids: list[tuple[str, Given]], taken: dict[str, str]) -> list[str]:
    """Those that nobody has yet; they are `taken` then."""
    free = []
    for id, given in ids:
        if id in taken:
            where = f"{shown(id)} is here twice, first as {taken[id]}"
            given.wrong(f"{where}: name each person once, with all their ids and roles")
        else:
            taken[id] = given.key
            free.append(id)
    return free


def _id(given: Given) -> str:
    id = given.text()
    if not id:
        return ""
    if id.count(":") != 2 or not all(id.split(":")) or any(c.isspace() for c in id):
        given.wrong(f"must be platform:team:user, like {_EXAMPLE}, not {shown(id)}")
        return ""
    platform = id.partition(":")[0]
    return id if given.named(platform, PLATFORMS, "platform") else ""
