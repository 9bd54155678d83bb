"""A thread goes by its first words until somebody, or a model, names it."""

from harness.sessions import facts as f
from harness.sessions.effects import MakeTitle
from harness.sessions.titles import to_be_titled
from harness.sessions.usage import Usage
from tests.laws.colleague import BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

WANTED = f.TitleWanted("openai/small")


def exchanged() -> Script:
    return Script().says(BOB, "why is the build red?").replies(text="A new linter.")


def test_it_is_named_after_the_first_answer() -> None:
    assert not to_be_titled(Script().says(BOB).session)
    script = exchanged()
    assert to_be_titled(script.session)
    assert script.tell(WANTED).wanted(MakeTitle) == [MakeTitle("openai/small", "m1")]
    script.tell(f.TitleMade("The red build", usage=Usage(70, 4, 0.01)))
    assert (script.session.title, script.wanted(MakeTitle)) == ("The red build", [])
    assert script.session.usage.input_tokens == 70
    assert not to_be_titled(script.session)


def test_where_no_name_comes_it_keeps_its_first_words() -> None:
    script = exchanged().tell(WANTED, f.TitleMade("", why="it said nothing"))
    assert script.session.title == "why is the build red?"
    assert not to_be_titled(script.session), "and nobody is asked again"


def test_a_name_that_people_give_counts() -> None:
    script = exchanged().tell(WANTED, f.Renamed(BOB, CHANNEL, "Ours"), f.TitleMade("The red build"))
    assert script.session.title == "Ours"
    assert not to_be_titled(exchanged().tell(f.Renamed(BOB, CHANNEL, "Ours")).session)


def test_what_was_deleted_is_in_no_name() -> None:
    script = exchanged().tell(WANTED, f.MessageDeleted(BOB, CHANNEL, "m1"), f.TitleMade("The red build"))
    assert script.session.title == ""
    named = exchanged().tell(WANTED, f.TitleMade("The red build"), f.MessageDeleted(BOB, CHANNEL, "m1"))
    assert named.session.title == ""
