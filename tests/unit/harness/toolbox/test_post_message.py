from harness.toolbox.post_message import CATEGORY, post_message
from tests.unit.harness.toolbox.rooms import BOB, Ops, asked


def test_it_is_said_there_once_however_often_it_runs():
    rooms = Ops()
    tool = post_message(rooms)

    for _ in range(2):
        assert asked(tool, to="#ops", text="The build is green.").ok

    assert rooms.said == {"t:1.1.0": "The build is green."}
    assert tool.repeatable


def test_whoever_cannot_see_a_place_does_not_speak_there():
    rooms = Ops()

    assert not asked(post_message(rooms), BOB, to="#ops", text="hello").ok
    assert not rooms.said


def test_it_is_of_a_category_of_its_own_that_no_rule_allows_by_default():
    assert post_message(Ops()).category == CATEGORY == "message"
