"""Who sees a channel, as Discord reckons it."""

from typing import Any

import pytest

from adapters.discord.permissions import (
    ADMINISTRATOR,
    EVERY,
    HISTORY,
    SEND,
    VIEW,
    granted,
    named,
    reads,
    role_kept_out,
    writes,
)

BOTH = VIEW | HISTORY


def over(id: str, kind: int, allow: int = 0, deny: int = 0) -> dict[str, Any]:
    return {"id": id, "type": kind, "allow": str(allow), "deny": str(deny)}


@pytest.mark.parametrize(
    ("everyone", "staff", "overwrites", "seen"),
    [
        (BOTH, 0, [], True),
        (VIEW, 0, [], False),
        (0, BOTH, [], True),
        (0, ADMINISTRATOR, [over("G", 0, deny=VIEW), over("1", 1, deny=VIEW)], True),
        (BOTH, 0, [over("G", 0, deny=VIEW)], False),
        (BOTH, 0, [over("S", 0, allow=VIEW), over("G", 0, deny=VIEW)], True),
        (BOTH, 0, [over("S", 0, deny=VIEW), over("T", 0, allow=VIEW)], True),
        (BOTH, 0, [over("S", 0, allow=VIEW), over("1", 1, deny=VIEW)], False),
        (0, 0, [over("1", 1, allow=BOTH)], True),
        (0, 0, [over("2", 1, allow=BOTH), over("U", 0, allow=BOTH)], False),
    ],
)
def test_the_nearer_word_counts(everyone: int, staff: int, overwrites: list[dict[str, Any]], seen: bool):
    guild = {"id": "G", "owner_id": "9", "roles": [
        {"id": "G", "permissions": str(everyone)}, {"id": "S", "permissions": str(staff)},
        {"id": "T", "permissions": "0"}, {"id": "U", "permissions": str(BOTH)},
    ]}  # fmt: skip
    member = {"user": {"id": "1"}, "roles": ["S", "T"]}
    assert reads(guild, member, {"permission_overwrites": overwrites}) is seen


@pytest.mark.parametrize(("everyone", "may"), [(VIEW | SEND, True), (SEND, False), (VIEW, False)])
def test_who_writes_sees_the_channel_too(everyone: int, may: bool):
    guild = {"id": "G", "owner_id": "9", "roles": [{"id": "G", "permissions": str(everyone)}]}
    assert writes(guild, {"user": {"id": "1"}, "roles": []}, {"permission_overwrites": []}) is may


def test_a_server_is_its_owners():
    assert reads(
        {"id": "G", "owner_id": "1"}, {"user": {"id": "1"}}, {"permission_overwrites": [over("G", 0, deny=BOTH)]}
    )


def test_all_that_somebody_may_do_there_is_told() -> None:
    guild = {"id": "G", "owner_id": "9", "roles": [{"id": "G", "permissions": "6"}]}
    assert granted(guild, {"user": {"id": "1"}}, {"permission_overwrites": [over("G", 0, allow=8, deny=2)]}) == 12
    assert granted(guild, {"user": {"id": "9"}}, {"permission_overwrites": [over("G", 0, deny=6)]}) == EVERY


def guild(**roles: int) -> dict[str, Any]:
    held = {"G": BOTH, **roles}
    return {
        "id": "G",
        "owner_id": "9",
        "roles": [{"id": id, "permissions": str(permissions)} for id, permissions in held.items()],
    }


@pytest.mark.parametrize(
    ("there", "where", "roles", "kept"),
    [
        ([], [], {}, False),
        ([over("C", 0, deny=VIEW)], [], {"C": 0}, True),
        ([over("C", 0, deny=HISTORY)], [], {"C": 0}, True),
        ([over("C", 0, deny=SEND)], [], {"C": 0}, False),
        ([over("C", 0, deny=VIEW)], [], {"C": ADMINISTRATOR}, False),
        ([over("C", 0, deny=VIEW)], [over("C", 0, deny=VIEW)], {"C": 0}, False),
        # a contractor who is a lead as well reads the answer
        ([over("C", 0, deny=VIEW)], [over("C", 0, deny=VIEW), over("L", 0, allow=BOTH)], {"C": 0, "L": 0}, True),
        ([over("C", 0, deny=VIEW)], [over("G", 0, deny=VIEW), over("L", 0, allow=VIEW)], {"C": 0, "L": 0}, True),
        (
            [over("C", 0, deny=VIEW), over("L", 0, allow=BOTH)],
            [over("C", 0, deny=VIEW), over("L", 0, allow=BOTH)],
            {"C": 0, "L": 0},
            False,
        ),
        (
            [over("C", 0, deny=VIEW)],
            [over("G", 0, deny=BOTH), over("L", 0, allow=VIEW), over("M", 0, allow=HISTORY)],
            {"C": 0, "L": 0, "M": 0},
            True,
        ),
    ],
)
def test_a_deny_keeps_out_a_reader_of_the_other_channel(
    there: list[dict[str, Any]], where: list[dict[str, Any]], roles: dict[str, int], kept: bool
):
    channel, answer = {"permission_overwrites": there}, {"permission_overwrites": where}
    assert role_kept_out(guild(**roles), channel, answer) is kept


def test_a_channel_names_those_whose_sight_it_changes():
    channel = {"permission_overwrites": [over("C", 0, deny=VIEW), over("1", 1, deny=HISTORY), over("2", 1, allow=VIEW)]}
    assert named(channel, 0, "deny") == ["C"]
    assert named(channel, 1, "deny") == ["1"]
    assert named(channel, 1, "allow") == ["2"]
