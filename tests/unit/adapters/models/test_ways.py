from adapters.models.ways import DEADLINES, FILES, OWN_SERVER, Deadlines


def test_a_reply_may_take_longer_than_each_of_its_parts() -> None:
    for one in (DEADLINES, OWN_SERVER):
        assert one.connect < one.first < one.whole
        assert one.idle < one.whole
    assert "image/png" in FILES


def test_a_server_of_ones_own_may_take_longer() -> None:
    assert OWN_SERVER.first == 600
    assert OWN_SERVER.first > DEADLINES.first


def test_a_profile_sets_timeouts_and_leaves_time_for_three_tries() -> None:
    assert DEADLINES.stretched({}) == DEADLINES
    assert DEADLINES.stretched({"first": 1_200, "idle": 120}) == Deadlines(first=1_200, idle=120, whole=3_600)
    assert DEADLINES.stretched({"first": 30}).whole == DEADLINES.whole
    assert DEADLINES.stretched({"first": 1_200, "whole": 1_300}).whole == 1_300
