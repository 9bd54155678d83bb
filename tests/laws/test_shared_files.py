"""Laws 14, 16 and 22 where files, commands and attachments carry words, and where Discord denies some readers.

Words that people say (`word`) and words of attachments (`outs`) are known by where they come from. A shared file holds
a word of a private place only if people approved that. A turn in a private place posts nothing unasked, nor does one
that has read text from outside.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.discord import permissions
from bot.wiring import Outside
from harness.chat.cards import Card
from harness.chat.people import Person, Place
from harness.context.model import Reply, Request
from harness.toolbox.attached_files import folder_of
from tests.cases.colleague import ANA, Colleague, Scripted, calls
from tests.examples import examples
from tests.laws.privacy import (
    MEMBERS,
    PHASES,
    PLACES,
    TEAM,
    Choosing,
    Team,
    courses,
    own_of,
    play_out,
    read_of,
    read_on,
)
from tests.unit.adapters.sandboxes.confined import in_bubblewrap

WORD, OUTS, THING = (re.compile(rf"\b{kind}[0-9]+\b") for kind in ("word", "outs", "thing"))
SETTINGS = f"""{TEAM}sandbox: {{backend: bubblewrap}}
"""
PUBLIC = "CALL"
FILES = tuple(f"/f{number}.md" for number in range(3))
ACTS = (
    "writes", "edits", "copies", "copies", "echoes", "moves", "greps",
    *("reads",) * 3, *("cats",) * 3, *("posts",) * 5,
)  # fmt: skip
COMMANDS = frozenset({"copies", "echoes", "cats", "moves"})
CALLS = 4
"""In a turn, at most."""


def words(text: str) -> set[str]:
    return {*WORD.findall(text), *OUTS.findall(text)}


@dataclass
class Talk:
    """What was said in one thread and attached there, and what its model has read."""

    place: Place
    by: Person = ANA
    said: set[str] = field(default_factory=set)
    attached: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)

    @property
    def all(self) -> set[str]:
        return self.said | self.attached | self.read


class Play(Choosing):
    def __init__(self, data: st.DataObject, folder: Path) -> None:
        super().__init__(data)
        self.folder, self._numbers = folder, count()
        self.talks = {place: Talk(place) for place in PLACES}
        self.shared: set[str] = set()
        """Words that may lie in shared files."""
        self.things: dict[str, Talk] = {}
        self.acted: dict[str, str] = {}
        """How the model used each thing."""
        self.places = [*PLACES[:2], *data.draw(st.permutations(PLACES[2:]))[:2]]
        commands = data.draw(st.sampled_from(["allow", "ask"]))
        self.approved: set[str] = set()
        self.now = self.talks[PLACES[0]]
        self.errors: list[AssertionError] = []
        outside = Outside()
        outside.rooms.add("slack", Team(self.posted))
        for path in FILES:
            (folder / path[1:]).write_text("\n")
        for place in self.places[1:]:
            self.attached_in(place)
        rules = f"permissions: {{categories: {{execute: {commands}, edit: allow, message: allow}}}}\n"
        self.desk = Colleague(folder, Scripted(answers=self.answers), SETTINGS + rules, outside=outside)

    # The model
    def answers(self, request: Request) -> Reply:
        read, talk = words(read_of(request)), self.now
        may = talk.said | talk.attached | self.shared | words(own_of(request))
        if not read <= may:
            self.errors.append(AssertionError(f"{sorted(read - may)} is read in {talk.place}"))
        talk.read |= read
        if talk.place.channel == PUBLIC:
            self.shared |= talk.all
        act = self.any_of(ACTS) if self.calls < CALLS else "replies"
        self.calls += 1
        return self.acts(act, talk, sorted(read))

    def acts(self, act: str, talk: Talk, read: Sequence[str]) -> Reply:
        thing, file, other = f"thing{next(self._numbers)}", self.any_of(FILES), self.any_of(FILES)
        self.things[thing], self.acted[thing] = talk, act
        text = " ".join([thing, *([self.any_of(read)] if read else [])])
        self.done.append(f"{act} {text} {file} in {talk.place}")
        commands = {
            "copies": f": {thing}; cat attachments/*/* {other[1:]} >>{file[1:]}",
            "echoes": f"echo {text} >>{file[1:]}",
            "moves": f": {thing}; cp {other[1:]} m; cat m >>{file[1:]}; mv m {thing}.md",
            "cats": f": {thing}; cat *.md attachments/*/*",
        }
        if act in commands:
            return calls(("execute", json.dumps({"command": commands[act]})))
        match act:
            case "writes":
                return calls(
                    ("read_file", json.dumps({"file_path": file})),
                    ("write_file", json.dumps({"file_path": file, "content": f"{text}\n"})),
                )
            case "edits":
                edit = {"file_path": file, "old_string": "\n", "new_string": f" {text}\n", "replace_all": True}
                return calls(("read_file", json.dumps({"file_path": file})), ("edit_file", json.dumps(edit)))
            case "reads":
                return calls(("read_file", json.dumps({"file_path": file})))
            case "greps":
                return calls(("grep", '{"pattern": "o"}'))
            case "posts":
                return calls(("post_message", json.dumps({"to": "#CALL", "text": text})))
            case _:
                return Reply("Well.")

    def posted(self, place: Place, text: str) -> None:
        [thing] = THING.findall(text)
        outs = {word for word in self.things[thing].read if word.startswith("outs")}
        if self.things[thing].place.channel != PUBLIC and thing not in self.approved:
            self.errors.append(AssertionError(f"{text} was posted unasked from {self.things[thing].place}"))
        if outs and thing not in self.approved:
            self.errors.append(AssertionError(f"{text} was posted unasked after {sorted(outs)} was read"))

    # What people do
    async def says(self) -> None:
        self.turn_to(self.talks[self.one_of(self.places)])
        word = f"word{next(self._numbers)}"
        self.now.said.add(word)
        self.now.by = self.one_of(MEMBERS[self.now.place.channel])
        await self.desk.says(word, self.now.by, self.now.place)

    async def attaches(self) -> None:
        self.attached_in(self.one_of(self.places))

    def attached_in(self, place: Place) -> None:
        word, kept = f"outs{next(self._numbers)}", self.folder / folder_of(place)[1:]
        kept.mkdir(parents=True, exist_ok=True)
        (kept / word).write_text(f"about {word} .\n")  # in a request, a line end reads as a letter
        self.talks[place].attached.add(word)
        self.done.append(f"{word} is attached in {place}")

    async def decides(self) -> None:
        cards = [(place, body) for place, _, body in self.desk.chat.messages.values() if isinstance(body, Card)]
        waiting = [(place, body) for place, body in cards if any(one.label == "Approve" for one in body.buttons)]
        if not waiting:
            return
        place, card = self.one_of(waiting)
        self.turn_to(self.talks[place])
        approved = set(THING.findall(read_on(card)))
        self.approved |= approved
        ran = any(self.acted[thing] in COMMANDS for thing in approved)
        outs = {word for word in self.now.all if word.startswith("outs")}
        self.shared |= self.now.all - outs if ran and self.now.attached else self.now.all
        self.done.append(f"approved in {place}")
        await self.desk.clicks("Approve", self.now.by, place)

    def turn_to(self, talk: Talk) -> None:
        self.now = talk
        self.turns()

    async def end(self) -> None:
        await self.desk.ends()

    async def run(self) -> None:
        steps: tuple[Callable[[], Any], ...] = (
            self.says,
            self.says,
            self.says,
            self.attaches,
            self.decides,
            self.decides,
        )
        for _ in range(self.data.draw(st.integers(6, 14))):
            await self.one_of(steps)()
            for error in self.errors:
                raise error
            for file in self.folder.glob("*.md"):
                leaked = words(file.read_text()) - self.shared
                assert not leaked, f"{sorted(leaked)} lies in {file.name}, and nobody approved that"


@in_bubblewrap
@courses(25)
@given(st.data())
def test_no_file_and_no_command_carries_what_nobody_approved(data: st.DataObject) -> None:
    play_out(lambda folder: Play(data, folder))


# Discord
SIGHT = st.sampled_from([0, permissions.VIEW, permissions.HISTORY, permissions.VIEW | permissions.HISTORY])
ROLES = ("A", "B", "C", "D")
USERS = ("1", "2")


@st.composite
def overwrites(draw: st.DrawFn) -> list[dict[str, Any]]:
    found = list[dict[str, Any]]()
    for type, names in ((0, ("G", *ROLES)), (1, USERS)):
        for id in names:
            allow, deny = draw(SIGHT), draw(SIGHT)
            if (allow or deny) and draw(st.booleans()):
                found.append({"id": id, "type": type, "allow": str(allow & ~deny), "deny": str(deny)})
    return found


@settings(max_examples=examples(2_000), deadline=None, database=None, phases=PHASES)
@given(st.lists(SIGHT, min_size=5, max_size=5), overwrites(), overwrites(), st.data())
def test_whoever_reads_the_answer_could_read_the_channel_of_discord(
    base: list[int], there: list[dict[str, Any]], where: list[dict[str, Any]], data: st.DataObject
) -> None:
    roles = [{"id": id, "permissions": str(held)} for id, held in zip(("G", *ROLES), base, strict=True)]
    guild = {"id": "G", "owner_id": "9", "roles": roles}
    said, answer = {"permission_overwrites": there}, {"permission_overwrites": where}
    anybody = {"user": {"id": ""}, "roles": ()}
    if not permissions.reads(guild, anybody, said) or permissions.role_kept_out(guild, said, answer):
        return
    held = data.draw(st.sets(st.sampled_from(ROLES)))
    member = {"user": {"id": ""}, "roles": sorted(held)}
    assert not permissions.reads(guild, member, answer) or permissions.reads(guild, member, said)
