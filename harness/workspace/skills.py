"""Skills by the Agent Skills standard (agentskills.io/specification): folders, each with a SKILL.md.

What others have made is read as leniently as it can be: what is unusual is a warning, and what cannot be used is left
out with one. Nothing about a skill keeps a workspace from being one.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import TypeVar

from harness.chat.people import Place
from harness.chat.visible import visible
from harness.files.paths import printable
from harness.tools.skills import FILE, Skill
from harness.workspace.allowed_tools import allowed_tools
from harness.workspace.frontmatter import frontmatter
from harness.workspace.given import TRUE, Given
from harness.workspace.places import channels, of_channel
from harness.workspace.problems import Problem, WorkspaceError, ending, meant, shown
from harness.workspace.texts import text_of

T = TypeVar("T")

LARGEST = 10_000_000
"""Bytes of a SKILL.md."""
_LONGEST_NAME, _LONGEST_DESCRIPTION = 64, 1_024
"""Characters, by the standard."""
_LONGEST_PART = 200
"""Characters of a name that a folder can have on every disk, whatever they are."""
_MISSING = "there is no such skill: its folder is missing, or DESKMATE_SKILLS does not name the one that holds it"


@dataclass(frozen=True, slots=True)
class SkillSource:
    """Where skills come from: the SKILL.md of each, by the name of its folder below `folder`, and why others cannot be
    read; with an empty name, why none can. All of it lies in the folder `within`, which is `folder` if that is empty.
    """

    folder: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    unreadable: Mapping[str, str] = field(default_factory=dict)
    within: str = ""

    def where(self, name: str) -> str:
        return f"{self.folder}/{printable(name)}/{FILE}" if name else self.folder


def by_folder(files: Mapping[str, T], below: str = "") -> Mapping[str, T]:
    """What is told of files by their paths, told by the name of the skill's folder instead: `release` for
    `below`/release/SKILL.md, and an empty one for `below` itself.
    """
    start = f"{below}/" if below else ""
    own = {"": files[below]} if below in files else {}
    return own | {path[len(start) :].partition("/")[0]: one for path, one in files.items() if path.startswith(start)}


@dataclass(frozen=True, slots=True)
class BrokenSkill:
    """One that is left out: by the name of its folder, and why."""

    folder: str
    why: Problem


@dataclass(frozen=True, slots=True)
class SkillSetting:
    """What the workspace says of one: whether it is there at all, and in which `places` alone; None is everywhere."""

    enabled: bool = True
    places: frozenset[str] | None = None

    def counts(self, place: Place | None) -> bool:
        return self.enabled and (self.places is None or (place is not None and of_channel(place) in self.places))


@dataclass(frozen=True, slots=True)
class Skills:
    """All that there are, by their names, with what the workspace says of some. `unused` are the homes of others of the
    same name.
    """

    found: Mapping[str, Skill] = field(default_factory=dict)
    settings: Mapping[str, SkillSetting] = field(default_factory=dict)
    broken: tuple[BrokenSkill, ...] = ()
    unused: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()

    def setting(self, name: str) -> SkillSetting:
        return self.settings.get(name, SkillSetting())

    def here(self, place: Place | None) -> tuple[Skill, ...]:
        """Those that count there, by name."""
        return tuple(skill for name, skill in self.found.items() if self.setting(name).counts(place))

    @property
    def known(self) -> frozenset[str]:
        """What may be named: one that is broken, too, since it may be mended."""
        return frozenset({*self.found, *(one.folder for one in self.broken)})

    def with_settings(self, given: Given) -> "Skills":
        """As `skills` of the workspace says. What it says of one that is not there counts once that is there."""
        entries, known = given.entries(), self.known
        missing = (
            each.problem(f"{_MISSING}{meant(name, known)}") for name, each in entries.items() if name not in known
        )
        settings = {name: _setting(each) for name, each in entries.items()}
        return replace(self, settings=settings, warnings=(*self.warnings, *missing))


def _setting(given: Given) -> SkillSetting:
    values = given.fields(("enabled", "places"))
    enabled = values["enabled"].flag(True) if "enabled" in values else True
    return SkillSetting(enabled, channels(values["places"]) if "places" in values else None)


def skills_of(sources: Sequence[SkillSource], tools: Sequence[str] = ()) -> Skills:
    """Of those of one name in several sources the last. `tools` are the names of all that there are. Pure."""
    found, unused = dict[str, Skill](), dict[str, tuple[str, ...]]()
    broken, warnings = list[BrokenSkill](), list[Problem]()
    for source in sources:
        here = _of_source(source, tools)
        for name in [name for name in here.found if name in found]:
            before, file = found[name].home, file_of(found[name])
            unused[name] = (*unused.get(name, ()), before)
            why = f"is not used: {printable(here.found[name].home)} has a skill of that name, too"
            warnings = [one for one in warnings if one.source != file]  # its doubts, which were of its use
            warnings.append(Problem(file, 0, "", why, "replaced"))
        found.update(here.found)
        broken += here.broken
        warnings += here.warnings
    return Skills({name: found[name] for name in sorted(found)}, {}, tuple(broken), unused, tuple(warnings))


def file_of(skill: Skill) -> str:
    """Its SKILL.md, as messages call it."""
    folder, _, name = skill.home.rpartition("/")
    return f"{folder}/{printable(name)}/{FILE}"


def _of_source(source: SkillSource, tools: Sequence[str]) -> Skills:
    found = dict[str, Skill]()
    broken, warnings = list[BrokenSkill](), list[Problem]()
    if unread := source.unreadable.get(""):
        warnings.append(Problem(source.folder, 0, "", unread))
    for folder in sorted({*source.files, *source.unreadable} - {""}):
        try:
            skill, doubts = _skill(source, folder, tools)
            if skill.name in found:
                other = PurePosixPath(found[skill.name].home).name
                raise WorkspaceError.of(source.where(folder), f"is not used: {other} is called that, too")
        except WorkspaceError as error:
            why = ending(error.problems, "left out")
            broken.append(BrokenSkill(folder, why[0]))
            warnings += why
        else:
            found[skill.name] = skill
            warnings += ending(doubts, "used")
    return Skills(found, {}, tuple(broken), {}, tuple(warnings))


def _skill(source: SkillSource, folder: str, tools: Sequence[str]) -> tuple[Skill, Sequence[Problem]]:
    """And what is doubtful about it. Raises WorkspaceError."""
    where = source.where(folder)
    found = frontmatter(_text(source, folder), where, lenient=True)
    values = found.header.entries()
    name, called = _needed(values, "name", where, f"must say what it is called, as in `name: {printable(folder)}`")
    why = "must say in a sentence what it does, and when to use it"
    description, said = _needed(values, "description", where, why)
    says = " ".join(said.split())
    if len(says) > _LONGEST_DESCRIPTION:
        description.wrong(f"has {len(says):,} characters: I am told the first {_LONGEST_DESCRIPTION:,} of them")
    allowed = allowed_tools(values["allowed-tools"], tools) if "allowed-tools" in values else None
    skill = Skill(
        _called(name, called, folder),
        says[:_LONGEST_DESCRIPTION],
        found.body,
        f"{source.folder}/{folder}",
        within=source.within or source.folder,
        allowed=allowed,
        missing=tuple(dict.fromkeys(one.tool for one in allowed or () if one.tool not in tools)),
        listed=_literal(values.get("disable-model-invocation")).casefold() not in TRUE,
        license=_literal(values.get("license")),
        compatibility=_one_line(values.get("compatibility")),
        metadata=_metadata(values.get("metadata")),
    )
    return skill, found.header.problems


def _text(source: SkillSource, folder: str) -> str:
    """Raises WorkspaceError."""
    where = source.where(folder)
    if why := source.unreadable.get(folder):
        raise WorkspaceError.of(where, why)
    return text_of(source.files[folder], where, LARGEST, ": put most of it into files beside it")


def _needed(values: Mapping[str, Given], key: str, where: str, why: str) -> tuple[Given, str]:
    """Where it stands, and what it says. Raises WorkspaceError if it says nothing: `why` that is wrong."""
    given = values.get(key)
    if given is None or not (text := _literal(given)):
        raise WorkspaceError.of(where, why, given.line if given else 1, key)
    return given, text


def _called(given: Given, name: str, folder: str) -> str:
    """The name that is used: what it says, or that of its folder where no folder could be called so."""
    name, own = unicodedata.normalize("NFC", name), unicodedata.normalize("NFC", printable(folder))
    if printable(name) != name or "/" in name or "\\" in name or name in (".", "..") or len(name) > _LONGEST_PART:
        given.wrong(f"no folder can be called {shown(name)}: I call it {own}")
        return own
    if not _standard(name):
        given.wrong(
            f"{shown(name)} is not as the standard has names: at most {_LONGEST_NAME} lower-case letters, digits and "
            "single hyphens between them"
        )
    elif name != own:
        given.wrong(f"{shown(name)} is not the name of its folder, {own}: by the standard they are the same")
    return name


def _standard(name: str) -> bool:
    parts = name.split("-")
    return len(name) <= _LONGEST_NAME and all(parts) and all(map(_of_a_name, "".join(parts)))


def _of_a_name(character: str) -> bool:
    return character.isdecimal() or (character.isalpha() and character.islower())


def _metadata(given: Given | None) -> Mapping[str, str]:
    """What is no mapping, or no text in one, is passed over."""
    if given is None or not given.compound or given.sequence:
        return {}
    return {key: text for key, each in given.entries().items() if (text := each.literal()) is not None}


def _one_line(given: Given | None) -> str:
    """With what is hidden spelt out: people and models read it among words of ours."""
    return visible(" ".join(_literal(given).split()))


def _literal(given: Given | None) -> str:
    return (given.literal() or "").strip() if given else ""
