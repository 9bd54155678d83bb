"""All permissions in force are shown, with who decides."""

from tests.unit.bot.workspaces.test_show import shown

RULED = b"""
name: Robin
model: openai/x
api_base: {"openai/*": "http://ana:abcdefgh12345@localhost/v1"}
mask: ["customer-[0-9]+"]
people: [{id: "slack:T1:U1", name: Ana, roles: [owner]}]
permissions:
  terms: {expires: 2d}
  rules:
    - {tool: ask_user, match: "a*", verdict: deny}
    - {category: edit, verdict: ask, roles: [owner], requester: false, quorum: 1, every_time: true, say: Look twice.}
"""


def test_all_permissions_in_force_are_shown() -> None:
    fields = shown(RULED).fields
    rules = fields["rules"]
    assert isinstance(rules, list)
    assert [(one["verdict"], one["tool"], one["category"], one["match"]) for one in rules[:2]] == [
        ("deny", "ask_user", "", "a*"),
        ("ask", "", "edit", ""),
    ]
    assert rules[0]["deciders"] is None
    assert rules[1]["deciders"]["roles"] == ["owner"]
    assert (fields["mask"], fields["api_base"]) == (["customer-[0-9]+"], {"openai/*": "http://ana:•••@localhost/v1"})
    text = str(shown(RULED))
    assert (
        "── rules\ndeny  ask_user a*\nask   edit; owner can decide, every time, expires after 2 d, says: Look twice.\n"
    ) in text
    assert "\nasks: the requester or approver or owner can decide, expires after 2 d\n" in text
    assert "\nmask: customer-[0-9]+\napi_base: openai/*: http://ana:•••@localhost/v1" in text
