"""What is answered to `skills`: each with its state. Pure."""

from collections.abc import Iterator

from harness.chat.people import Place
from harness.chat.untrusted import unmarked
from harness.commands.context import Link
from harness.commands.lists import in_short
from harness.tools.skills import Skill
from harness.workspace.places import of_channel
from harness.workspace.skills import BrokenSkill, Skills

NONE = "There are no skills here. A skill is a folder with a `SKILL.md` in the workspace's `skills/`."


def skills_in_words(skills: Skills, place: Place, link: Link) -> str:
    """In Markdown, for whoever is at that place. Of those that are not there it says no more than that."""
    lines = [
        *(_line(skill, skills, place, link) for skill in skills.found.values()),
        *(_broken(one) for one in skills.broken),
    ]
    return "\n".join(["Skills:", *lines]) if lines else NONE


def _line(skill: Skill, skills: Skills, place: Place, link: Link) -> str:
    name, setting = unmarked(skill.name), skills.setting(skill.name)
    parts = [f"- **{name}**", *_where(skills, skill.name, place, link)]
    if setting.counts(place):
        parts[-1] += f": {unmarked(in_short(skill.description))}"
    others = ", ".join(f"`{_last(home)}`" for home in skills.unused.get(skill.name, ()))
    return " ".join(parts) + (f" (from `{_last(skill.home)}`; not used: {others})" if others else "")


def _where(skills: Skills, name: str, place: Place, link: Link) -> Iterator[str]:
    setting = skills.setting(name)
    if not setting.enabled:
        yield "(off)"
    elif setting.places == {of_channel(place)}:
        yield "(only here)"
    elif setting.places:
        yield f"(only in {', '.join(_place(id, place, link) for id in sorted(setting.places))})"


def _place(id: str, here: Place, link: Link) -> str:
    if id == of_channel(here):
        return "this channel"
    platform, team, channel = id.split(":")
    address = link(Place(platform, team, channel), "")
    return f"[{channel}]({address})" if address else f"`{id}`"


def _broken(broken: BrokenSkill) -> str:
    """Where it really lies is for owners to be told."""
    why = broken.why
    where = f"line {why.line}, " if why.line else ""
    key = f"`{why.key}` " if why.key else ""
    return f"- **{unmarked(broken.folder)}** is broken: {where}{key}{unmarked(why.message)}"


def _last(home: str) -> str:
    """The end of where it lies, which tells one from another."""
    return "/".join(home.split("/")[-2:]).replace("`", "")
