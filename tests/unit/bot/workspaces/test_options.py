"""A place, a person, a mode and a model on the command line are such that there are."""

import pytest

from bot.settings import SettingsError
from bot.workspaces.options import PackageOptions
from harness.chat.people import Place
from harness.tools.registry import Registry
from harness.workspace.loading import parse

WORKSPACE = parse(
    "model: rehearsal\nfallbacks: [openai/gpt-5]\nplaces: {'slack:T1:C1': {answers: mention}}\n"
    "people: [{id: 'slack:T1:U1', name: Ana, roles: [owner]}, {id: 'slack:T1:U2'}]\n",
    "workspace.yaml",
    Registry(()),
)


def test_what_is_not_said_is_as_usual() -> None:
    session = PackageOptions().session(WORKSPACE, 7.0)
    assert (session.mode, session.models, session.place, session.now) == ("build", {}, None, 7.0)
    assert list(PackageOptions().about(WORKSPACE)) == []


def test_what_is_said_is_of_the_session() -> None:
    options = PackageOptions(mode="plan", model="openai/gpt-5", place="slack:T1:C1:9.9")
    session = options.session(WORKSPACE, 7.0)
    assert (session.mode, session.models) == ("plan", {"plan": "openai/gpt-5"})
    assert session.place == Place("slack", "T1", "C1", "9.9")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (PackageOptions(place="slack:T1:C1"), "in slack:T1:C1: answers mention"),
        (PackageOptions(person="slack:T1:U1"), "for slack:T1:U1: Ana, owner"),
        (PackageOptions(person="slack:T1:U2"), "for slack:T1:U2: slack:T1:U2, without a role"),
        (PackageOptions(person="discord:1:2"), "for discord:1:2: not named under `people`"),
    ],
)
def test_what_the_workspace_says_of_them_is_shown(options: PackageOptions, said: str) -> None:
    assert list(options.about(WORKSPACE)) == [said]


def taken(options: PackageOptions) -> None:
    options.session(WORKSPACE, 7.0)
    list(options.about(WORKSPACE))


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (PackageOptions(mode="bild"), "there is no mode bild; did you mean build?"),
        (PackageOptions(model="openai/gpt"), "there is no model openai/gpt; did you mean openai/gpt-5?"),
        (PackageOptions(place="general"), "--place must be platform:team:channel, like"),
        (PackageOptions(place="slak:T1:C1"), "--place: there is no platform slak; did you mean slack?"),
        (PackageOptions(person="slack:T1:U1:x"), "--person must be platform:team:user, like"),
    ],
)
def test_what_there_is_not_is_refused(options: PackageOptions, why: str) -> None:
    with pytest.raises(SettingsError) as caught:
        taken(options)
    assert str(caught.value).startswith(why)
