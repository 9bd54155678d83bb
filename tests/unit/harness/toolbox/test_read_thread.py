from harness.chat.port import ChatLine
from harness.toolbox.read_thread import read_thread
from tests.unit.harness.toolbox.rooms import BOB, Ops, asked

LINK = "https://acme.slack.com/archives/C1/p1795824000123459"


def test_a_thread_is_read_by_the_link_to_a_message():
    assert asked(read_thread(Ops(ChatLine("Dee", "look"))), link=LINK).text.endswith("> Dee: look")
    assert asked(read_thread(Ops()), link=LINK).text == "Nothing was said there."


def test_whoever_cannot_see_it_reads_nothing():
    assert not asked(read_thread(Ops(ChatLine("Dee", "secret"))), BOB, link=LINK).ok
