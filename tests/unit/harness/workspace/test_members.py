from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from harness.approvals.hours import WorkingTime
from harness.workspace.members import members
from harness.workspace.workspace import Member
from tests.unit.harness.workspace.reading import given_of, said


def test_people_are_read_with_their_roles():
    value = given_of("[{id: 'slack:T1:U1', name: Ana, roles: [owner, owner]}, {id: 'discord:1:2'}]")

    assert members(value) == (Member("slack:T1:U1", name="Ana", roles=frozenset({"owner"})), Member("discord:1:2"))
    assert value.problems == []


@pytest.mark.parametrize("id", ["U1", "slack:U1", "slack:T1:U1:x", "slack::U1", "slack:T1: U1", ":T1:U1"])
def test_an_id_has_three_parts(id: str):
    value = given_of(f"[{{id: '{id}'}}]")

    assert members(value) == ()
    assert said(value) == [f'must be platform:team:user, like "slack:T0123:U0456", not {id}']


def test_a_person_may_have_several_ids():
    value = given_of("[{ids: ['slack:T1:U1', 'discord:1:2'], name: Ana, roles: [owner]}]")

    [ana] = members(value)

    assert ana == Member("slack:T1:U1", name="Ana", roles=frozenset({"owner"}), others=("discord:1:2",))
    assert ana.person.accounts == ana.ids == ("slack:T1:U1", "discord:1:2")
    assert value.problems == []


def test_who_has_hours_of_their_own_has_the_rest_of_everybody():
    value = given_of("[{id: 'slack:T1:U1', hours: 7-15}, {id: 'slack:T1:U2', zone: Asia/Tokyo}, {id: 'slack:T1:U3'}]")
    registry = WorkingTime(begin=9 * 60, end=18 * 60)

    early, tokyo, usual = members(value, registry)

    assert early.works == replace(registry, begin=7 * 60, end=15 * 60)
    assert (tokyo.works, tokyo.zone) == (replace(registry, zone=ZoneInfo("Asia/Tokyo")), "Asia/Tokyo")
    assert usual.works is None
    assert members(value)[1].works is None, "a zone alone says no hours"


def test_nobody_stands_twice():
    value = given_of("[{id: 'slack:T1:U1'}, {ids: ['discord:1:2', 'slack:T1:U1', 'discord:1:2']}]")

    members(value)

    assert said(value) == [
        "slack:T1:U1 is here twice, first as here[0].id: name each person once, with all their ids and roles",
        "discord:1:2 is here twice, first as here[1].ids[0]: name each person once, with all their ids and roles",
    ]
    assert [problem.key for problem in value.problems] == ["here[1].ids[1]", "here[1].ids[2]"]


def test_a_platform_is_one_that_there_is():
    value = given_of("[{ids: ['slak:T1:U1', 'discord:1:2']}]")

    members(value)

    assert [str(problem) for problem in value.problems] == [
        "workspace.yaml:1: here[0].ids[0]: there is no platform slak; did you mean slack?"
    ]


@pytest.mark.parametrize("person", ["{ids: []}", "{ids: }", "{}", "{name: Ana}"])
def test_a_person_needs_an_id(person: str):
    value = given_of(f"[{person}]")

    assert members(value) == ()
    assert said(value) == ['needs an id of three parts, like id: "slack:T0123:U0456"']


def test_a_person_has_one_id_or_several():
    value = given_of("[{id: 'slack:T1:U1', ids: ['discord:1:2']}, {ids: 'slack:T1:U2'}]")

    assert members(value) == ()
    assert said(value) == [
        "stands beside id: put all ids of this person into ids",
        "must be a list, as in `[one, two]`, not 'slack:T1:U2'",
    ]
