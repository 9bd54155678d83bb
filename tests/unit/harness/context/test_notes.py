from dataclasses import replace

import pytest

from harness.approvals.deciders import OWNER
from harness.chat.people import Person, Place
from harness.context.notes import Note, NoteLayer, layers, may_forget, noted_by

ANA = Person("slack", "T1", "U1", "Ana", accounts=("discord:7:42", "slack:T1:U1"))
TEAM = NoteLayer("team", "")


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (Place("slack", "T1", "C1", "1.5"), NoteLayer("place", "slack:T1:C1")),
        (Place("slack", "T1", "C1"), NoteLayer("place", "slack:T1:C1")),
        (Place("slack", "T1", "G1"), NoteLayer("place", "slack:T1:G1")),  # a group's direct messages
        (Place("slack", "T1", "D1", "1.5"), NoteLayer("person", "discord:7:42")),  # by all of their accounts
        (Place.direct(ANA), NoteLayer("person", "discord:7:42")),
        (Place("terminal", "", "here"), NoteLayer("place", "terminal::here")),
    ],
)
def test_a_turn_is_told_what_is_the_teams_and_its_places(place: Place, told: NoteLayer) -> None:
    [team, first, *_] = layers("", place, ANA)
    assert (team, first) == (TEAM, told)


def test_who_is_known_by_several_accounts_has_what_was_written_by_any_of_them() -> None:
    assert layers("", Place.direct(ANA), ANA) == (
        TEAM,
        NoteLayer("person", "discord:7:42"),
        NoteLayer("person", "slack:T1:U1"),
    )


def test_one_may_forget_what_one_has_said_and_what_is_ones_own_and_owners_all() -> None:
    bob = Person("slack", "T1", "U2", "Bob")
    note = Note("team-1", TEAM, "Tuesdays.", by="slack:T1:U1")
    assert may_forget(note, ANA)
    assert not may_forget(note, bob)
    assert may_forget(replace(note, layer=NoteLayer("person", bob.id)), bob)
    assert may_forget(note, replace(bob, roles=frozenset({OWNER})))


def test_where_it_is_not_known_what_place_it_is_nothing_private_is_told() -> None:
    assert layers("", None, ANA) == (TEAM,)
    assert layers("", Place("slack", "T1", "D1"), None) == (TEAM,)


def test_teams_do_not_share() -> None:
    assert layers("slack:T2", None, None) == (NoteLayer("team", "slack:T2"),)


def test_a_call_writes_one_note_however_often_it_runs() -> None:
    assert noted_by("t", "1.1.0", "team") == noted_by("t", "1.1.0", "team")
    assert len({noted_by(*each, "team") for each in (("t", "1.1.0"), ("t", "1.1.1"), ("u", "1.1.0"))}) == 3
    assert noted_by("t", "1.1.0", "person").startswith("person-")
