from dataclasses import replace

import pytest

from harness.chat.people import Person, Place

ANA = Person("slack", "T1", "U1", "Ana", frozenset({"owner"}))


def test_one_person_is_one_id_whatever_their_name_and_roles():
    assert ANA.id == "slack:T1:U1"
    assert replace(ANA, name="Ana B.", roles=frozenset()).id == ANA.id


@pytest.mark.parametrize("other", [("discord", "T1", "U1"), ("slack", "T2", "U1"), ("slack", "T1", "U2")])
def test_another_platform_team_or_user_is_another_person(other: tuple[str, str, str]):
    assert Person(*other).id != ANA.id


def test_people_are_called_by_name_if_they_have_one():
    assert str(ANA) == "Ana"
    assert str(Person("slack", "T1", "U1")) == "U1"


def test_places_differ_by_thread():
    channel = Place("slack", "T1", "C1")

    assert channel.id == "slack:T1:C1:"
    assert replace(channel, thread="17.5").id == str(replace(channel, thread="17.5")) == "slack:T1:C1:17.5"


def test_a_person_has_a_place_of_their_own():
    place = Place.direct(Person("slack", "T1", "U1", "Ana"))

    assert place == Place("slack", "T1", "@U1")
    assert place.addressee == "U1"
    assert not Place("slack", "T1", "C1", "1.2").addressee
