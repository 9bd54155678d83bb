"""Who sees a channel, as Discord reckons it."""

from typing import Any

import pytest

from adapters.discord.permissions import ADMINISTRATOR, EVERY, HISTORY, SEND, VIEW, granted, reads, writes

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
