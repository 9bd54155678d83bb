import pytest

from harness.workspace.members import members
from harness.workspace.workspace import Member
from tests.unit.harness.workspace.reading import given_of, said


def test_people_are_read_with_their_roles():
    value = given_of("[{id: 'slack:T1:U1', name: Ana, roles: [owner, owner]}, {id: 'discord:1:2'}]")

    assert members(value) == (Member("slack:T1:U1", "Ana", frozenset({"owner"})), Member("discord:1:2"))
    assert value.problems == []


@pytest.mark.parametrize("id", ["U1", "slack:U1", "slack:T1:U1:x", "slack::U1", "slack:T1: U1", ":T1:U1"])
def test_an_id_has_three_parts(id: str):
    value = given_of(f"[{{id: '{id}'}}]")

    assert members(value) == ()
    assert said(value) == [f'must be platform:team:user, like "slack:T0123:U0456", not {id}']


def test_nobody_stands_twice():
    value = given_of("[{id: 'slack:T1:U1'}, {id: 'slack:T1:U1', roles: [owner]}]")

    members(value)

    assert said(value) == ["slack:T1:U1 is here twice: name each person once, with all their roles"]
    assert [problem.key for problem in value.problems] == ["here[1].id"]
