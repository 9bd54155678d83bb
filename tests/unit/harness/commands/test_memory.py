from dataclasses import replace

from harness.approvals.deciders import OWNER
from harness.approvals.tokens import Token
from harness.chat.people import Person
from harness.commands.memory import LISTED, NOTHING_YET, memory_in_words
from harness.context.notes import Note, NoteLayer

BOB = Person("slack", "T", "bob", "Bob")
NOTE = Note("team-1", NoteLayer("team"), "Releases are on *Tuesday*.", by=BOB.id, name="Bob", thread="t", at=100.0)
TEA = replace(NOTE, id="person-1", layer=NoteLayer("person", BOB.id), text="Bob drinks tea.")


def test_it_is_listed_by_whose_it_is_with_who_said_it_and_when() -> None:
    lines = memory_in_words([TEA, NOTE], BOB, 7_300.0).markdown.splitlines()
    assert lines == [
        "For the team:",
        "- Releases are on ∗Tuesday∗. (Bob, 2 h ago)",  # noqa: RUF001  # which formats nothing
        "For you, in direct messages with me:",
        "- Bob drinks tea. (Bob, 2 h ago)",
    ]


def test_what_one_may_have_forgotten_has_a_button_of_the_thread_in_which_it_was_written() -> None:
    [button] = memory_in_words([NOTE], BOB, 0.0).buttons
    assert (button.label, button.token) == ("Forget “Releases are on *Tuesday*.”", str(Token("t", "team-1", "forget")))
    cyd = Person("slack", "T", "cyd", "Cyd")
    assert not memory_in_words([NOTE], cyd, 0.0).buttons
    assert memory_in_words([NOTE], replace(cyd, roles=frozenset({OWNER})), 0.0).buttons


def test_of_many_the_latest_are_listed() -> None:
    told = memory_in_words([replace(NOTE, id=f"team-{number}") for number in range(10_000)], BOB, 0.0)
    assert len(told.buttons) == LISTED
    assert told.markdown.splitlines()[-1] == (
        "9,980 older ones are not listed here: ask me for them in a sentence, or whoever runs me for "
        "`deskmate memory list`."
    )
    one_more = memory_in_words([replace(NOTE, id=f"team-{number}") for number in range(LISTED + 1)], BOB, 0.0)
    assert one_more.markdown.splitlines()[-1].startswith("1 older one is not listed here: ask me for it")


def test_where_nothing_is_remembered_it_says_so() -> None:
    assert memory_in_words([], BOB, 0.0).markdown == NOTHING_YET
