"""Threads are called so that it shows whose they are."""

from harness.chat.people import Place
from harness.sessions.threads import ThreadNames, bare, short, team_of

HERE = Place("slack", "T1", "C1", "1.2")
ONE, TWO, OLD = ThreadNames("T1", plain=False), ThreadNames("T2", plain=False), ThreadNames()


def test_the_same_place_has_the_same_thread_and_each_team_its_own():
    assert ONE.of(HERE) == ONE.of(HERE) == f"T1.{OLD.of(HERE)}"
    assert len({one.of(HERE) for one in (ONE, TWO, OLD)}) == 3


def test_nobody_has_what_is_anothers():
    names = {one: one.of(HERE) for one in (ONE, TWO, OLD)}
    for one in names:
        assert [other for other, name in names.items() if one.has(name)] == [one]
    assert team_of(names[TWO]) == "T2"
    assert team_of(names[OLD]) == ""


def test_people_need_not_say_the_team():
    assert short(ONE.of(HERE)) == short(OLD.of(HERE)) == OLD.of(HERE)[:6]
    assert bare(ONE.of(HERE)) == OLD.of(HERE)
