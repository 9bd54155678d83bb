from adapters.models.ways import DEADLINES, FILES


def test_a_reply_may_take_longer_than_each_of_its_parts() -> None:
    assert DEADLINES.connect < DEADLINES.first < DEADLINES.whole
    assert DEADLINES.idle < DEADLINES.whole
    assert "image/png" in FILES
