from harness.chat.people import Person
from harness.workspace.people import Directory
from harness.workspace.workspace import Member

ANA = Person("slack", "T1", "U1", "ana.lopez")
OWNER = frozenset({"owner"})
DIRECTORY = Directory([Member("slack:T1:U1", "Ana", OWNER), Member("slack:T1:U2", "", frozenset({"qa"}))])


def test_people_have_the_roles_that_the_workspace_gives_them():
    assert DIRECTORY.known(ANA) == Person("slack", "T1", "U1", "Ana", OWNER)


def test_a_person_without_a_name_here_keeps_the_one_of_the_platform():
    assert DIRECTORY.known(Person("slack", "T1", "U2", "bo")) == Person("slack", "T1", "U2", "bo", frozenset({"qa"}))


def test_everybody_else_may_talk_and_has_no_role_whatever_they_say():
    claims = Person("slack", "T2", "U1", "ana.lopez", frozenset({"owner"}))

    assert DIRECTORY.known(claims) == Person("slack", "T2", "U1", "ana.lopez")


def test_bots_are_not_talked_with():
    assert DIRECTORY.known(Person("slack", "T1", "U1", "hook", bot=True)) is None
