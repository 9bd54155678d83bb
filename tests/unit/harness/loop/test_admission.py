"""So many turns at work at once, fairly."""

from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from harness.loop.admission import Admission

THREADS = st.integers(0, 9).map(str)
PEOPLE = st.sampled_from("ABC")


class Door:
    """Who was let in, in order."""

    def __init__(self, most: int) -> None:
        self.admission, self.woken = Admission(most), list[str]()

    def asks(self, thread: str, person: str = "", going: bool = False) -> bool:
        return self.admission.admit(thread, person or thread[0], partial(self.woken.append, thread), going)


def test_no_more_than_so_many_are_at_work_and_whoever_waited_longest_is_next() -> None:
    door = Door(2)
    assert [door.asks(thread) for thread in ("a", "b", "c", "d")] == [True, True, False, False]
    assert door.asks("a"), "it is at work"
    door.admission.leave("b")
    assert door.woken == ["c"]
    assert door.asks("c")
    assert not door.asks("d")


def test_one_person_has_at_most_half_of_them() -> None:
    door = Door(4)
    assert [door.asks(f"b{n}") for n in range(4)] == [True, True, False, False]
    assert door.asks("a1"), "whoever comes after them need not wait"
    assert door.asks("c1")
    door.admission.leave("a1")
    assert door.woken == [], "they have all that they may"
    door.admission.leave("b0")
    assert door.woken == ["b2"]


def test_who_has_the_fewest_is_next() -> None:
    door = Door(4)
    assert [door.asks(thread) for thread in ("a1", "b1", "b2", "c1")] == [True] * 4
    assert not any(door.asks(thread) for thread in ("a2", "d1", "c2"))
    door.admission.leave("b2")
    assert door.woken == ["d1"]


def test_a_place_is_kept_for_whoever_was_let_in_before_they_come_for_it() -> None:
    door = Door(1)
    assert door.asks("a")
    assert not door.asks("b")
    door.admission.leave("a")
    assert not door.asks("c")
    assert door.asks("b")


def test_what_goes_on_already_is_at_work_however_many_there_are() -> None:
    door = Door(1)
    assert door.asks("a")
    assert not door.asks("b")
    assert door.asks("b", going=True)
    door.admission.leave("a")
    assert not door.asks("c"), "there is still one"


def test_another_turn_of_a_thread_asks_for_itself() -> None:
    door = Door(2)
    assert door.asks("t1", "B")
    assert door.asks("t2", "A")
    assert not door.asks("t3", "A")
    assert door.asks("t1", "C")
    door.admission.leave("t2")
    assert door.woken == ["t3"]


def test_who_leaves_while_they_wait_is_not_woken() -> None:
    door = Door(1)
    assert door.asks("a")
    assert not door.asks("b")
    door.admission.leave("b")
    door.admission.leave("a")
    door.admission.leave("a")
    assert door.woken == []


@given(st.integers(1, 4), st.lists(st.tuples(st.booleans(), THREADS, PEOPLE), max_size=60))
def test_in_whatever_order_they_come_and_go_nobody_waits_for_a_free_place(
    most: int, moves: list[tuple[bool, str, str]]
) -> None:
    door, at_work, waits = Door(most), dict[str, str](), dict[str, str]()

    def let_in() -> None:
        for thread in door.woken:
            at_work[thread] = waits.pop(thread)
        door.woken.clear()

    for comes, thread, person in moves:
        if not comes:
            door.admission.leave(thread)
            at_work.pop(thread, None)
            waits.pop(thread, None)
        elif thread not in at_work and thread not in waits:
            (at_work if door.asks(thread, person) else waits)[thread] = person
        let_in()
        share = [list(at_work.values()).count(person) for person in "ABC"]
        assert len(at_work) <= most
        assert max(share) <= max(1, most // 2)
        if len(at_work) < most:
            assert all(list(at_work.values()).count(person) >= max(1, most // 2) for person in waits.values())
