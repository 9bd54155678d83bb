"""The ids of what people press."""

from adapters.slack import controls


def test_a_numbered_id_says_its_kind():
    kinds = [controls.CLICK, controls.FORM, controls.CHOOSE, controls.MORE, controls.OPTIONS, controls.SEND]
    assert [controls.kind_of(controls.numbered(kind, 3)) for kind in kinds] == kinds
    assert len({controls.numbered(controls.CLICK, number) for number in range(30)}) == 30
    assert controls.kind_of("poll-vote") not in kinds
