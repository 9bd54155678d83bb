from harness.chat.port import ChatLine
from harness.toolbox.read_channel import read_channel
from tests.unit.harness.toolbox.rooms import BOB, Ops, asked


def test_what_was_said_there_is_quoted_and_said_to_come_from_outside():
    result = asked(
        read_channel(Ops(ChatLine("Dee", "it is\nbroken"), ChatLine("", "I see", ours=True))), channel="#ops"
    )

    assert result.ok
    assert result.text.splitlines()[1:] == ["> Dee: it is", "> broken", "> you: I see"]
    assert "nobody there spoke to you" in result.text.splitlines()[0]
    assert result.outside == "channel"


def test_that_there_is_nothing_to_be_read_comes_from_nobody_else():
    assert asked(read_channel(Ops()), channel="#ops").outside is None
    assert asked(read_channel(Ops()), BOB, channel="#ops").outside is None


def test_only_the_last_messages_are_read():
    lines = [ChatLine("Dee", str(number)) for number in range(9)]

    assert asked(read_channel(Ops(*lines)), channel="#ops", limit=2).text.endswith("> Dee: 7\n> Dee: 8")


def test_whoever_cannot_see_it_reads_nothing():
    for by in (BOB, None):
        result = asked(read_channel(Ops(ChatLine("Dee", "secret"))), by, channel="#ops")
        assert not result.ok
        assert "secret" not in result.text
