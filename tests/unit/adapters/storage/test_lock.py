from adapters.storage.lock import Holder


def test_whoever_works_on_it_is_said_as_far_as_it_is_known():
    assert str(Holder()) == "another process"
    assert str(Holder(4711)) == "process 4711"
    assert str(Holder(4711, "build-7", 1_700_000_000)) == "process 4711 on build-7, since 2023-11-14 22:13 UTC"
