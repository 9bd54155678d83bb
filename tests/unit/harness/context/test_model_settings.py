"""Who thinks, and how each is asked; and how a package holds that."""

from harness.context.model import RequestSettings
from harness.context.model_settings import ModelSettings, settings_of
from harness.workspace.limits import Bounds
from harness.workspace.profiles import Profile
from harness.workspace.workspace import Mode, Workspace

PROFILES = {
    "large": Profile(exclude_tools=frozenset({"a"}), limits=Bounds(context_tokens=9_000), effort="low"),
    "small": Profile(exclude_tools=frozenset({"a", "b"}), limits=Bounds(context_tokens=4_000), sized_by="num_ctx"),
}
HOUSE = Workspace(model="large", fallbacks=("small", "plain", "large"), profiles=(PROFILES,))


def test_the_conversation_is_as_long_as_the_model_allows_that_is_asked_first() -> None:
    settings = settings_of(HOUSE, Mode("build"), "large")
    assert (settings.name, settings.fallbacks, settings.window) == ("large", ("small", "plain"), 9_000)
    assert settings.requests == {
        "large": RequestSettings(effort="low"),
        "small": RequestSettings(parameters={"num_ctx": 21_000}, without=("b",)),
    }
    assert settings_of(HOUSE, Mode("build"), "plain").window == HOUSE.window_of("plain")
    wide = Workspace(model="large", profiles=({"large": Profile(limits=Bounds(context_tokens=90_000))},))
    assert settings_of(wide, Mode("build"), "large").window == wide.window_of("large"), "a profile widens nothing"


def test_a_mode_has_fallbacks_of_its_own() -> None:
    assert settings_of(HOUSE, Mode("plan", fallbacks=("plain",)), "large").fallbacks == ("plain",)
    assert settings_of(HOUSE, Mode("plan", fallbacks=()), "large").fallbacks == ()


def test_they_come_back_as_they_were_kept_and_say_nothing_of_what_is_usual() -> None:
    settings = settings_of(HOUSE, Mode("build"), "large")
    assert ModelSettings.kept(settings.body) == settings
    assert settings.body["requests"]["large"] == {"effort": "low"}
    assert ModelSettings(name="m").body == {"name": "m", "fallbacks": (), "window": 30_000}
    assert ModelSettings.kept({"name": "m", "fallbacks": [], "window": 30_000}) == ModelSettings(name="m")
