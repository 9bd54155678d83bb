import asyncio
from dataclasses import replace

import pytest

from harness.chat.people import Person
from harness.workspace.pairing import WrongCode
from harness.workspace.people import Directory
from harness.workspace.workspace import Member, Workspace

ANA = Person("slack", "T1", "U1", "ana.lopez")
GUEST = Person("slack", "T1", "U7", "gus", member=False)
OWNER = frozenset({"owner"})
MEMBERS = (
    Member("slack:T1:U1", name="Ana", roles=OWNER),
    Member("slack:T1:U2", name="", roles=frozenset({"qa"})),
    Member("slack:T9:U9"),
)
DIRECTORY = Directory(lambda: Workspace(people=MEMBERS))


class Codes:
    """Fulfils `harness.workspace.pairing.Pairings`: one code, for whoever asks first."""

    def __init__(self) -> None:
        self.asked: Person | None = None
        self.vouched: set[str] = set()

    async def paired(self, person: str) -> bool:
        return person in self.vouched

    async def offer(self, person: Person) -> str | None:
        self.asked = self.asked or person
        return "ABCD2345" if self.asked == person else None

    async def redeem(self, code: str, by: str) -> str:
        if code != "ABCD2345" or self.asked is None:
            raise WrongCode
        self.vouched.add(self.asked.id)
        return self.asked.id


def known(person: Person, directory: Directory = DIRECTORY) -> Person | None:
    return asyncio.run(directory.known(person))


def test_people_have_the_roles_that_the_workspace_gives_them():
    assert known(ANA) == Person("slack", "T1", "U1", "Ana", OWNER)


def test_a_person_without_a_name_here_keeps_the_one_of_the_platform():
    assert known(Person("slack", "T1", "U2", "bo")) == Person("slack", "T1", "U2", "bo", frozenset({"qa"}))


def test_full_members_may_talk_and_have_no_role_whatever_they_say():
    claims = Person("slack", "T2", "U1", "ana.lopez", frozenset({"owner"}))

    assert known(claims) == Person("slack", "T2", "U1", "ana.lopez")


def test_who_has_several_accounts_is_one_person_with_the_same_roles_from_each():
    twice = Member("slack:T1:U1", name="Ana", roles=OWNER, others=("discord:7:42",))
    directory = Directory(lambda: Workspace(people=(twice,), talk="named"))

    here, there = known(ANA, directory), known(Person("discord", "7", "42", "ana", member=False), directory)

    assert here
    assert there
    assert here.id == there.id
    assert (there.account, there.name, there.roles) == ("discord:7:42", "Ana", OWNER)
    assert known(Person("discord", "7", "43"), directory) is None


def test_nobody_has_accounts_that_the_workspace_does_not_give_them():
    claims = Person("slack", "T1", "U3", "bob", accounts=("slack:T1:U1", "slack:T1:U3"))

    assert known(claims) == Person("slack", "T1", "U3", "bob")
    assert known(replace(claims, user="U1")) == Person("slack", "T1", "U1", "Ana", OWNER)


def test_guests_and_strangers_may_not_unless_they_are_named():
    assert known(GUEST) is None
    assert known(Person("slack", "T9", "U9", "sam", member=False)) == Person("slack", "T9", "U9", "sam", member=False)


def test_where_only_those_may_talk_who_are_named_nobody_else_does():
    directory = Directory(lambda: Workspace(people=MEMBERS, talk="named"))

    assert known(ANA, directory)
    assert known(Person("slack", "T1", "U3", "bob"), directory) is None
    assert asyncio.run(directory.refusal(GUEST)) == "I work only with people I am told to."


def test_bots_are_not_talked_with_unless_they_are_named():
    assert known(Person("slack", "T1", "U4", "hook", bot=True)) is None
    named = Person("slack", "T1", "U2", "hook", bot=True, member=False)
    assert known(named) == replace(named, roles=frozenset({"qa"}))


def test_who_is_refused_in_discord_is_told_of_the_server() -> None:
    stranger = Person("discord", "G", "7", "Gus", member=False)
    assert (
        asyncio.run(Directory(lambda: Workspace(people=MEMBERS)).refusal(stranger))
        == "I work only with full members of this server."
    )


def test_who_is_refused_is_told_how_to_be_let_in_and_is_known_once_somebody_has_vouched():
    codes = Codes()
    directory = Directory(lambda: Workspace(people=MEMBERS), codes)

    refusal = asyncio.run(directory.refusal(GUEST))

    assert refusal.startswith("I work only with full members of this workspace.")
    assert refusal.endswith("`deskmate pair ABCD2345`")
    assert known(GUEST, directory) is None
    asyncio.run(codes.redeem("ABCD2345", "ana"))
    assert known(GUEST, directory) == GUEST


@pytest.mark.parametrize("others", [ANA, Person("slack", "T1", "U8", member=False)])
def test_when_too_many_wait_nobody_is_given_a_code(others: Person):
    codes = Codes()
    codes.asked = others

    assert "try again later" in asyncio.run(Directory(lambda: Workspace(people=MEMBERS), codes).refusal(GUEST))
