"""Forms are taken by Discord, and what is filled in comes back by its name."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.discord.views import modal, token, values
from harness.approvals.forms import NothingToFill
from harness.chat.cards import Card, Field, Form
from harness.chat.wording import units
from tests.examples import examples
from tests.fakes.discord.shape import check_modal
from tests.unit.adapters.discord.test_text import hostile

fields = st.lists(
    st.builds(
        Field,
        st.text(min_size=1, max_size=60),
        st.text(min_size=1, max_size=90),
        value=hostile,
        kind=st.sampled_from(["line", "text", "choice", "json"]),
        options=st.lists(st.text(min_size=1, max_size=120), max_size=30, unique=True).map(tuple),
        required=st.booleans(),
        hint=hostile,
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda field: field.name,
).map(tuple)


@settings(max_examples=examples(300), deadline=None)
@given(st.builds(Form, hostile, st.just("t|1|edit"), st.just("Send"), fields, text=hostile))
def test_whatever_a_form_asks_discord_takes_it(form: Form):
    try:
        made = modal(form)
    except NothingToFill:
        assert all(units(field.value) > 3_000 for field in form.fields)
        return
    check_modal(made)
    assert token(made) == "t|1|edit"


def test_what_is_filled_in_comes_back_by_its_name():
    made = modal(
        Form("Edit", "t|1|edit", "Send", (Field("path", "Path", value="/a"), Field("content", "Content", value="x")))
    )
    assert [one["component"]["value"] for one in made["components"]] == ["/a", "x"]
    sent = {"custom_id": made["custom_id"], "components": [
        {"type": 18, "component": {"type": 4, "custom_id": "path", "value": "/b"}},
        {"type": 18, "component": {"type": 3, "custom_id": "mode", "values": ["a", "b"]}},
    ]}  # fmt: skip
    assert values(sent) == {"path": "/b", "mode": "a\nb"}


def test_what_is_decided_where_its_card_is_not_opens_no_form():
    with pytest.raises(NothingToFill, match="on its card"):
        modal(Form("Review", "t|1|review", "Approve", (Field("note", "A note"),), card=Card(("Run?",))))


def test_what_does_not_fit_is_named():
    made = modal(Form("Edit", "t|1|edit", "Send", (Field("a", "A", value="x" * 5_000), Field("b", "B"))))
    assert "a" in made["components"][-1]["content"]
    with pytest.raises(NothingToFill, match="too long"):
        modal(Form("Edit", "t|1|edit", "Send", (Field("a", "A", value="x" * 5_000),)))


def test_a_form_of_others_carries_nothing():
    assert token({"custom_id": "theirs"}) == ""
