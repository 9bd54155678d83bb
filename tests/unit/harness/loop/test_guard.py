from dataclasses import replace

from harness.chat.people import Person, Place
from harness.loop.guard import MOST, QUIET, WITHIN, LoopGuard

PLACE = Place("slack", "T1", "C1", "1.0")
BOT, ANA = Person("slack", "T1", "B1", bot=True), Person("slack", "T1", "U1")


class Guarded:
    def __init__(self) -> None:
        self.now, self.said = 0.0, 0
        self.guard = LoopGuard(lambda: self.now)

    def says(self, by: Person = BOT, place: Place = PLACE) -> bool:
        self.said += 1
        return self.guard.takes(place, by, f"e{self.said}")


def test_so_many_messages_of_bots_are_taken_in_a_minute_and_then_none_for_another():
    guarded = Guarded()
    assert [guarded.says() for _ in range(MOST + 1)] == [True] * MOST + [False]
    guarded.now = QUIET - 0.1
    assert not guarded.says()
    guarded.now = QUIET
    assert [guarded.says() for _ in range(MOST + 1)] == [True] * MOST + [False]


def test_what_comes_slowly_is_always_taken():
    guarded = Guarded()
    for number in range(5 * MOST):
        guarded.now = number * WITHIN / MOST
        assert guarded.says()


def test_people_are_always_taken_and_end_the_silence():
    guarded = Guarded()
    while guarded.says():
        assert guarded.says(ANA, replace(PLACE, channel="C2"))
    assert guarded.says(ANA)
    assert guarded.says()


def test_threads_of_a_channel_count_together_and_channels_do_not():
    guarded = Guarded()
    taken = [guarded.says(place=replace(PLACE, thread=str(number))) for number in range(MOST + 1)]
    assert taken == [True] * MOST + [False]
    assert guarded.says(place=replace(PLACE, channel="C2"))


def test_what_is_told_again_counts_once():
    guard = LoopGuard(lambda: 0.0)
    assert all(guard.takes(PLACE, BOT, "e1") for _ in range(2 * MOST))
    assert all(guard.takes(PLACE, BOT, f"e{number}") for number in range(1, MOST + 1))
    assert not guard.takes(PLACE, BOT, "another")
    assert guard.takes(PLACE, BOT, "e5")
