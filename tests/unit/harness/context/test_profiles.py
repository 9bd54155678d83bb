"""A mode as the model meets it."""

import json

from harness.context.profiles import Profile, Profiles, dated, instructions, offered
from harness.toolbox.ask_user import ask_user
from harness.toolbox.write_todos import write_todos


def test_a_mode_that_is_there_no_more_reads_as_the_default() -> None:
    build = Profile("m", instructions("Deskmate", "build", ""))
    profiles = Profiles("build", {"build": build})
    assert profiles.of("") is profiles.of("gone") is build


def test_a_thread_may_choose_one_of_the_models_that_there_are() -> None:
    build = Profile("m", instructions("Deskmate", "build", ""), fallbacks=("small", "other"))
    profiles = Profiles("build", {"build": build}, frozenset({"m", "small"}))
    chosen = profiles.of("build", "small")
    assert (chosen.model, chosen.fallbacks, chosen.system) == ("small", ("other",), build.system)
    assert profiles.of("build", "m") is profiles.of("build", "gone") is profiles.of("build") is build


def test_tools_are_offered_in_the_same_order_whatever_order_they_came_in() -> None:
    tools = offered([write_todos(), ask_user()])
    assert tools == offered([ask_user(), write_todos()])
    assert [tool["function"]["name"] for tool in tools] == ["ask_user", "write_todos"]
    assert tools[0]["function"]["parameters"]["required"] == ["question"]


def test_the_colleague_is_told_its_name_its_mode_and_what_the_workspace_says() -> None:
    text = instructions("Robin", "plan", "Speak French.").value["content"]
    assert "Robin" in text
    assert '"plan"' in text
    assert text.endswith("Speak French.")


def test_a_model_is_told_the_day() -> None:
    build = instructions("Deskmate", "build", "Be kind.")
    told = dated(build, 951_825_600.0)
    assert told.value["content"] == f"{build.value['content']}\n\nToday is Tuesday, 2000-02-29, by UTC."
    assert dated(build, 951_825_600.0 + 43_199.0).encoded == told.encoded, "or nothing of a request could be kept"
    assert json.loads(told.encoded) == told.value
