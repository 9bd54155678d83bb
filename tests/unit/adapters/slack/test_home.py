"""The home tab: a line for each thing, and what is pressed beside it."""

from typing import Any

from adapters.slack.home import LINE, SHOWN, closed, home
from harness.chat.cards import Button
from harness.chat.people import Person, Place
from harness.chat.phrases import Code, Where
from harness.commands.home_view import HomeEntry, HomeView, Scheduled, Waiting
from tests.fakes.slack.blocks import check_view
from tests.fakes.slack.screen import controls, lines

ABOUT = "I am **Robin**.\n\nI ask before I use: <deploy>."
OVERVIEW = HomeView(introduction=ABOUT, permissions="I read freely. I ask before I <deploy>.")
RECENT = HomeEntry("the <build>", "2 h ago", "https://x.slack.com/archives/C1")
ANA, DEV = Person("slack", "T", "U1", "Ana"), Where(Place("slack", "T", "C1", "1.2"))


def view(**parts: Any) -> HomeView:
    return HomeView(introduction=ABOUT, permissions=OVERVIEW.permissions, **parts)


def deploy(address: str = "https://a", number: int = 1) -> Waiting:
    buttons = tuple(Button(label, f"t|{number}.1.0#1|{verb}", form=True) for label, verb in BUTTONS)
    return Waiting((ANA, " · ", DEV, " · 5 min · Run ", Code("make deploy"), "?"), buttons, address)


BUTTONS = (("Approve…", "review"), ("Deny…", "reject"))


def shown(home_view: HomeView) -> list[str]:
    drawn = home(home_view)
    check_view(drawn)
    return lines(drawn["blocks"])


def test_at_first_it_says_who_we_are_and_later_what_we_may_do():
    first = shown(OVERVIEW)
    assert first[:2] == ["I am *Robin*.", "I ask before I use: &lt;deploy&gt;."]
    assert first[2:] == [
        "Waiting for you", "Nothing.", "Working now", "Nothing.", "Recent", "Nothing.",
        "Schedules", "Nothing.",
    ]  # fmt: skip
    later = shown(view(recent=(RECENT,)))
    assert later[-2:] == ["What I may do", "I read freely. I ask before I &lt;deploy&gt;."]
    assert "• <https://x.slack.com/archives/C1|the &lt;build&gt;> – 2 h ago" in later


def test_what_waits_is_a_line_with_people_and_channels_by_mention_its_buttons_and_the_way_there():
    drawn = home(view(waiting=(deploy(), deploy("", 2))))["blocks"]
    [line] = drawn[1]["elements"]
    kinds = [one["type"] for one in line["elements"]]
    assert kinds == ["user", "text", "channel", "text", "text", "text", "text", "link"]
    assert line["elements"][-1] == {"type": "link", "url": "https://a", "text": "Open thread"}
    assert drawn[3]["elements"][0]["elements"][-1]["text"] == "?", "no dead words"
    pressed = controls(drawn)
    assert [one.label for one in pressed] == ["Approve…", "Deny…"] * 2
    assert {one.action_id.partition(".")[0] for one in pressed} == {"form"}, "nothing is decided by one click"
    ids = [block["block_id"] for block in drawn if "block_id" in block]
    assert len(ids) == len(set(ids)) == 2


def test_a_line_is_short_and_hides_no_secret_in_it():
    long = Waiting((ANA, " · ", "password=hunter2hunter2 " + "x" * 2 * LINE), (), "")
    words = "\n".join(shown(view(waiting=(long,))))
    assert "hunter2" not in words
    assert "x" * LINE not in words


def test_a_schedule_is_turned_off_beside_it():
    drawn = home(view(schedules=(Scheduled("daily, next <Monday>: token=abcd1234", "t|1.1.0|turn-off"),)))
    check_view(drawn)
    [off] = controls(drawn["blocks"])
    assert (off.label, off.action_id, off.element["value"]) == ("Turn off", "click.0", "t|1.1.0|turn-off")
    assert "• daily, next &lt;Monday&gt;: token=•••" in "\n".join(lines(drawn["blocks"]))


def test_of_much_that_waits_the_first_are_shown_and_the_others_counted():
    many = tuple(deploy(number=number) for number in range(SHOWN + 3))
    assert "And 3 more." in shown(view(waiting=many))
    assert "And more than 3 more." in shown(view(waiting=many, more=True))
    schedules = tuple(Scheduled(str(number), f"t|{number}.1.0|turn-off") for number in range(SHOWN + 2))
    assert "And 2 more." in shown(view(schedules=schedules))


def test_who_may_not_talk_with_us_reads_why():
    drawn = closed("I work only with <members>.")
    check_view(drawn)
    assert lines(drawn["blocks"]) == ["I work only with &lt;members&gt;."]
