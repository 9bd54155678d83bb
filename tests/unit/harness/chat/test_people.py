from dataclasses import replace

import pytest
from hypothesis import given

from harness.chat.people import Person, Place
from tests.strategies import values_of

ANA = Person("slack", "T1", "U1", "Ana", frozenset({"owner"}))


def test_one_person_is_one_id_whatever_their_name_and_roles():
    assert ANA.id == "slack:T1:U1"
    assert replace(ANA, name="Ana B.", roles=frozenset()).id == ANA.id


@pytest.mark.parametrize("other", [("discord", "T1", "U1"), ("slack", "T2", "U1"), ("slack", "T1", "U2")])
def test_another_platform_team_or_user_is_another_person(other: tuple[str, str, str]):
    assert Person(*other).id != ANA.id


def test_one_person_with_several_accounts_is_one_id_and_reached_by_the_account_that_fits():
    accounts = ("slack:T1:U1", "discord:7:42", "slack:T2:U9")
    here = replace(ANA, accounts=accounts)
    there = Person("discord", "7", "42", "ana", accounts=accounts)

    assert here.id == there.id == "slack:T1:U1"
    assert here.account != there.account == "discord:7:42"
    assert here.same(there)
    assert here.on(Place("discord", "8", "C")).account == "discord:7:42", "there is no account of that team"
    assert there.on(Place("slack", "T2", "C")).account == "slack:T2:U9"
    assert here.on(Place("slack", "T3", "C")) == here
    assert here.on(Place("terminal", "", "tty")) == here


@pytest.mark.parametrize("accounts", [("discord:7:42", "slack:T1:U1"), ("slack:T1:U1", "discord:7:42")])
def test_who_acted_before_their_accounts_were_known_is_the_same_person(accounts: tuple[str, ...]):
    since = Person("discord", "7", "42", "ana", accounts=accounts)

    assert ANA.same(since)
    assert since.same(ANA)
    assert not since.same(Person("slack", "T1", "U2"))


@given(values_of(Person), values_of(Place))
def test_whatever_accounts_are_somebody_is_themselves_everywhere(person: Person, place: Place):
    assert person.same(person.on(place))
    assert person.on(place).id == person.id or not person.accounts


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
