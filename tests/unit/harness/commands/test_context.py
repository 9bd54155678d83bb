"""What commands are answered from, besides the session."""

from dataclasses import replace

from harness.sessions.session import Session
from harness.workspace.profiles import Profile
from tests.unit.harness.commands.house import CONTEXT, WORKSPACE


def test_a_mode_and_a_model_that_are_there_no_more_read_as_the_default() -> None:
    assert CONTEXT.mode_of(Session()) == CONTEXT.mode_of(Session(mode="gone")) == "plan"
    assert CONTEXT.model_of(Session()) == CONTEXT.model_of(Session(models={"": "gone"})) == "openai/large"
    assert CONTEXT.model_of(Session(mode="build")) == "openai/small"
    assert CONTEXT.model_of(Session(mode="build", models={"build": "openai/large"})) == "openai/large"


def test_what_is_offered_is_what_the_mode_has_and_does_not_deny() -> None:
    assert CONTEXT.offers("execute", Session(mode="build"))
    assert not CONTEXT.offers("execute", Session(mode="plan")), "it is denied"
    assert not CONTEXT.offers("execute", None), "nor where conversations begin"
    assert not CONTEXT.offers("skill", Session(mode="build")), "there is none"


def test_what_a_profile_keeps_from_a_model_is_not_offered() -> None:
    profiles = ({"*/small": Profile(exclude_tools=frozenset({"execute"}))},)
    context = replace(CONTEXT, workspace=replace(WORKSPACE, profiles=profiles))
    assert not context.offers("execute", Session(mode="build"))
    assert context.offers("execute", Session(mode="build", models={"build": "openai/large"}))
