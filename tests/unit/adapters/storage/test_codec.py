import json
from dataclasses import dataclass, replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.storage.codec import KINDS, TAGS, Codec, NotAFact
from harness.approvals.asks import Ask, Choice
from harness.context.snapshot import Snapshot
from harness.context.window import Window
from harness.sessions import facts as f
from harness.sessions.effects import Outgoing
from harness.sessions.entries import Entry
from harness.sessions.facts import Fact, PostSent, Row, ToolStarted
from harness.sessions.fold import apply, fold
from harness.sessions.session import Session
from harness.tools.calls import At, ToolCall, ToolResult
from tests.laws.colleague import BOB, CHANNEL
from tests.strategies import courses, facts, values_of

CODEC = Codec()


@given(facts)
def test_a_fact_comes_back_as_it_was(fact: Fact):
    written = CODEC.encode(fact)

    back = CODEC.decode(*written)

    assert back == fact
    assert type(back) is type(fact)
    assert CODEC.encode(back) == written, "the same fact is the same bytes"


@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
def test_every_kind_of_fact_comes_back_as_it_was(kind: str, data: st.DataObject):
    fact = data.draw(values_of(KINDS[kind]))

    assert CODEC.decode(*CODEC.encode(fact)) == fact


def test_every_fact_has_its_kind():
    assert set(KINDS.values()) == set(get_args(Fact))


def test_every_member_of_a_union_that_is_kept_has_its_tag():
    for union in (Ask, Choice, Outgoing, Entry):
        assert set(get_args(union)) <= set(TAGS)
    assert len(set(TAGS.values())) == len(TAGS)


def test_names_in_journals_never_change():
    assert " ".join(KINDS) == (
        "message corrected deleted background stop continue answer revoke secrets-shown expiry overdue limit"
        " budget lift-requested lifted budget-reset compiled lasted queued admitted resumed begun reply failed stopped"
        " aside verdict previewed outdated window-cut media-refused context-filled compacted not-compacted"
        " compaction-requested observation-wanted observed reflected not-observed observations-taken title-wanted"
        " title-made archived delete-requested deletion-failed branch-requested branch-begun seeded seed-voided"
        " deletion-passed-on quote-deleted forget-requested note-dropped notes-voided undo-requested change-undone"
        " started awaited result command-ended asked settled withdrawn sent unsent delayed posts-due"
        " mode-requested allowed model dropped renamed bound introduced feedback heartbeat-set timer-scheduled"
        " timer-fired timer-skipped timer-triggered timer-ended wakeup-paused heartbeat-adjusted checklist"
    )


@given(courses(), st.sampled_from([100, 1_000_000]))
def test_a_session_comes_back_as_it_was_by_its_journal_and_by_its_snapshot(rows: list[Row], budget: int):
    session, window = Session(), Window()
    for row in rows:
        after = apply(session, row)
        window.follow(session, row, after)
        session = after
    window.fit(budget)
    assert fold([replace(row, fact=CODEC.decode(*CODEC.encode(row.fact))) for row in rows]) == session
    snapshot = Snapshot.of(session, window)

    version, body = CODEC.encode_snapshot(snapshot)

    assert CODEC.decode_snapshot(version, body) == snapshot
    assert CODEC.encode_snapshot(snapshot) == (version, body)


@given(values_of(Snapshot))
def test_any_snapshot_comes_back_as_it_was(snapshot: Snapshot):
    assert CODEC.decode_snapshot(*CODEC.encode_snapshot(snapshot)) == snapshot


def test_a_fact_of_before_a_field_was_added_has_its_default():
    assert CODEC.decode("sent", 1, b'{"id":"reply-1.1"}') == PostSent("reply-1.1")
    assert CODEC.decode("reply", 1, b'{"at":[1,2],"through":3,"text":"hi"}') == f.ModelReplied(At(1, 2), 3, "hi")
    older = b'{"by":{"platform":"slack","team":"T1","user":"U1"},"place":{"platform":"a","team":"b","channel":"c"},'
    received = CODEC.decode("message", 1, older + b'"text":"hi"}')
    assert isinstance(received, f.MessageReceived)
    assert (received.by.roles, received.by.bot, received.place.thread) == (frozenset(), False, "")


def test_fields_of_a_later_release_are_left_out():
    assert CODEC.decode("started", 1, b'{"call":"1.1.0","digest":"ab","later":[1]}') == ToolStarted("1.1.0", "ab")


def test_bodies_are_json_for_whoever_looks_into_the_database():
    fact = f.ModelReplied(At(1, 2), 3, "naïve", calls=(ToolCall("1.2.0", "deploy", "{}"),))

    kind, version, body = CODEC.encode(fact)

    assert (kind, version) == ("reply", 3)
    assert json.loads(body) == {
        "at": [1, 2],
        "through": 3,
        "text": "naïve",
        "calls": [{"id": "1.2.0", "tool": "deploy", "arguments": "{}", "provider_id": ""}],
        "usage": {"input_tokens": 0, "output_tokens": 0, "cost": 0.0, "cached_tokens": 0},
        "lacks": "",
    }


@dataclass(frozen=True, slots=True)
class Renamed:
    """What PostSent might be one day."""

    id: str
    where: tuple[str, ...]


def test_an_older_version_of_a_kind_is_read_as_what_took_its_place_and_a_newer_one_is_not_read():
    codec = Codec(
        {"arrived": Renamed},  # type: ignore[dict-item]
        upcasts={
            ("sent", 1): lambda values: ("sent", 2, {**values, "where": values["message"]}),
            ("sent", 2): lambda values: ("arrived", 3, {**values, "where": [values["where"]]}),
        },
        versions={"arrived": 4},
    )

    for kind, version, body in (
        ("sent", 1, b'{"id":"a","message":"b"}'),
        ("sent", 2, b'{"id":"a","where":"b"}'),
        ("arrived", 3, b'{"id":"a","where":["b"]}'),
    ):
        fact: object = codec.decode(kind, version, body)
        assert fact == Renamed("a", ("b",))
    assert codec.encode(Renamed("a", ("b",))) == ("arrived", 4, b'{"id":"a","where":["b"]}')  # type: ignore[arg-type]
    with pytest.raises(NotAFact, match="of the kind 'arrived' in version 5; this release knows 4"):
        codec.decode("arrived", 5, b'{"id":"a","where":["b"]}')


@pytest.mark.parametrize(
    ("kind", "body", "why"),
    [
        ("teleported", b"{}", "kind 'teleported', which this release does not know"),
        ("sent", b"{", "cannot be read"),
        ("sent", b"\xff\xfe", "cannot be read"),
        ("sent", b"[]", "cannot be read"),
        ("sent", b"null", "cannot be read"),
        ("sent", b"{}", "PostSent has no id"),
        ("answer", b'{"ask":"a","by":null,"place":null,"choice":["shrug",{}]}', "cannot be read"),
        ("verdict", b'{"call":"a","digest":"b","judged":{"verdict":9,"rule":""}}', "cannot be read"),
    ],
)
def test_what_is_no_fact_is_said_to_be_none(kind: str, body: bytes, why: str):
    with pytest.raises(NotAFact, match=why):
        CODEC.decode(kind, 1, body)


def test_a_snapshot_of_another_version_or_that_cannot_be_read_is_none():
    version, body = CODEC.encode_snapshot(Snapshot(Session(head=3), (), ()))

    assert CODEC.decode_snapshot("0-x", body) is None
    for broken in (b"", body[:-1], b"[]", b"{}", b"null", body.replace(b'"session"', b'"season"')):
        assert CODEC.decode_snapshot(version, broken) is None


def test_a_snapshot_of_before_a_field_was_added_is_read():
    snapshot = Snapshot(Session(head=3), (), ())
    version, body = CODEC.encode_snapshot(snapshot)
    values = json.loads(body)
    del values["cut"], values["session"]["title"]

    assert CODEC.decode_snapshot(version, json.dumps(values).encode()) == snapshot


def test_an_outline_says_all_that_is_in_a_shape_and_what_has_a_default():
    outline = CODEC.outline("answer")

    assert isinstance(outline, dict)
    assert outline["ask"] == "str"
    assert outline["message?"] == "str"
    assert outline["by"]["roles?"] == {"frozenset": ["str"]}
    assert {"reject": {"reason?": "str"}} in outline["choice"]["one of"]


PROSE = "The build is red since this morning, and I don't know why.\n"
CODE = 'def greeting(name: str) -> str:\n    return f"Hello {name}"\n\n\n'
SAID = {"prose": PROSE, "code": CODE, "signs": "ビルドが今朝から赤いです。\n", "pictures": "👍🏽🎉 🦀\n"}


@pytest.mark.parametrize("text", [(words * 4_000)[:4_000] for words in SAID.values()], ids=SAID)
def test_what_is_kept_of_a_long_text_is_little_more_than_the_text(text: str):
    codec, long = Codec(), len(text.encode())
    call = ToolCall("1.1.0", "write_file", json.dumps({"file_path": "/a.md", "content": text}, ensure_ascii=False))
    kinds: list[Fact] = [
        f.MessageReceived(BOB, CHANNEL, text, "1700000000.000100"),
        f.ModelReplied(At(1, 1), 1, text),
        f.ToolReturned("1.1.0", ToolResult(text)),
        f.ModelReplied(At(1, 1), 1, "", calls=(call,)),
    ]
    kept = [len(codec.encode(fact).body) / long for fact in kinds]
    assert max(kept[:3]) < 1.25, kept
    assert kept[3] < 1.5, "what the model wrote is JSON within JSON"
