"""What is answered to `skills`: each with its state. Pure."""

from harness.chat.people import Place
from harness.chat.untrusted import to_the_letter, unmarked
from harness.commands.context import Link
from harness.commands.lists import in_short
from harness.tools.skills import Skill
from harness.workspace.places import of_channel
from harness.workspace.skills import BrokenSkill, Skills, SkillSetting

LISTED = 25
"""Skills that are named: a message has room for no more with what they do."""
NONE = "There are no skills here. A skill is a folder with a `SKILL.md` in the workspace's `skills/`."


def skills_in_words(skills: Skills, place: Place, link: Link, without: str = "") -> str:
    """In Markdown, for whoever is at that place. Of those that are not there it says no more than that. `without` is
    its mode, if that has none.
    """
    lines = [
        *(_broken(one) for one in skills.broken),
        *(_line(skill, skills, place, link) for skill in skills.found.values()),
    ]
    more = [f"- and {len(lines) - LISTED} more, in the workspace"] if len(lines) > LISTED else []
    head = f"Skills of the workspace, none of which I can use in {without} mode:" if without else "Skills:"
    return "\n".join([head, *lines[:LISTED], *more]) if lines else NONE


def _line(skill: Skill, skills: Skills, place: Place, link: Link) -> str:
    setting = skills.setting(skill.name)
    does = f": {unmarked(in_short(skill.description))}" if setting.counts(place) else ""
    others = ", ".join(f"`{_last(home)}`" for home in skills.unused.get(skill.name, ()))
    sources = f" (from `{_last(skill.home)}`; not used: {others})" if others else ""
    named = "" if skill.listed or not does else " (only when somebody names it)"
    return f"- **{unmarked(skill.name)}**{_where(setting, place, link)}{named}{does}{sources}"


def _where(setting: SkillSetting, place: Place, link: Link) -> str:
    """Behind its name, if it is not everywhere."""
    if not setting.enabled:
        return " (off)"
    if setting.places is None:
        return ""
    if setting.places == {of_channel(place)}:
        return " (only here)"
    named = ", ".join(_place(id, place, link) for id in sorted(setting.places))
    return f" (only in {named})" if named else " (in no place)"


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
    return f"- **{unmarked(broken.folder)}** is broken and left out: {where}{key}{to_the_letter(why.message)}"


def _last(home: str) -> str:
    """The end of where it lies, which tells one from another."""
    return "/".join(home.split("/")[-2:]).replace("`", "")
