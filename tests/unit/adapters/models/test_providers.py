"""Models over sockets: the formats sent directly, and the real litellm, against the scripted model."""

import asyncio
import json
import os
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.models.direct import PROVIDERS
from adapters.models.error_answers import ErrorAnswer, said
from adapters.models.failure_table import Kind
from adapters.models.failure_table import kind as kind_of
from adapters.models.failures import AskedModel, told
from adapters.models.failures import Failure as FailedTry
from adapters.models.providers import PATIENCE, TRIES, Providers
from adapters.models.ways import Deadlines
from harness.context.model import (
    AuthenticationFailed,
    Cut,
    ModelError,
    ModelUnavailable,
    Overflowed,
    ProposedCall,
    RateLimited,
    Reply,
    Request,
    RequestRefused,
    RequestRejected,
    RequestSettings,
    Shown,
    TimedOut,
)
from harness.context.window import ModelMessage, tokens_in
from harness.sessions.usage import Usage
from harness.tools.calls import At
from harness.workspace.api_bases import ApiBases
from tests.fakes.openai.script import (
    CUT,
    HANG,
    Call,
    Failure,
    Step,
    Thinking,
    Verbatim,
    body,
    call,
    content_policy,
    context_length_exceeded,
    events,
    page,
    pieces,
    rate_limited,
    reply,
    safety_system,
    server_error,
    unauthorized,
)
from tests.fakes.openai.server import ScriptedModel
from tests.references import unreferred
from tests.unit.adapters.models.claude import claude
from tests.unit.adapters.models.dialects import DIALECTS, Dialect, framed, response
from tests.unit.adapters.models.made import everywhere
from tests.unit.adapters.models.provider_errors import EXAMPLES, SOME, Example

KEY = "sk-very-secret-key"
KEYLESS = "the key for openai is missing or was refused; whoever runs Deskmate needs to set OPENAI_API_KEY"
LOOK = {"type": "function", "function": {"name": "ls", "description": "", "parameters": {"type": "object"}}}
SYSTEM, HELLO = (ModelMessage.of({"role": role, "content": "Hello."}) for role in ("system", "user"))
SENT = tokens_in(len(Request(at=At(1, 1), model="", system=SYSTEM, messages=(HELLO,)).encoded()))
"""Tokens of a request that says hello, as they are estimated."""
SLOW = Deadlines(connect=5, first=20, idle=20, whole=30)


@pytest.fixture(scope="module", autouse=True)
def environment() -> Iterator[None]:
    """litellm reads them from the environment: that is its interface."""
    set_here = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY}
    before = {name: os.environ.get(name) for name in set_here}
    os.environ.update(set_here)
    yield
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


def tries_of(failed: FailedTry) -> int:
    """How often a request is sent that fails so each time."""
    if not failed.again:
        return 1
    return min(TRIES, 1 + int(PATIENCE // (failed.after + 0.5))) if failed.after else TRIES


@dataclass
class Talk:
    """One model under test: what it showed, and how long it waited between tries."""

    server: ScriptedModel
    deadlines: Deadlines = SLOW
    shown: list[Shown] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.changed = asyncio.Event()
        self.model = Providers(
            everywhere(self.server.base_url),
            environment=os.environ,
            now=lambda: 0.0,
            random=Random(7),
            sleep=self.sleep,
            deadlines=self.deadlines,
            own_server=self.deadlines,
        )

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def reply(self, *messages: ModelMessage, model: str = "openai/x", tools: Any = ()) -> Reply:
        request = Request(at=At(1, 1), model=model, system=SYSTEM, messages=messages or (HELLO,), tools=tools)
        return await self.model.reply(request, self.show)

    def show(self, shown: Shown) -> None:
        self.shown.append(shown)
        self.changed.set()

    async def sees(self, text: str) -> None:
        while not self.shown or self.shown[-1].text != text:
            self.changed.clear()
            await self.changed.wait()

    @property
    def texts(self) -> list[str]:
        """What people saw, one after the other."""
        return [text for text, _ in groupby(shown.text for shown in self.shown)]

    @property
    def used(self) -> Usage:
        """By the tries that broke off."""
        return self.shown[-1].usage if self.shown else Usage()

    async def differs(self, model: str, step: Step, expected: FailedTry) -> str:
        """How the outcome of that step, each time, is another than that failure; empty if it is not."""
        tries, asked = tries_of(expected), len(self.server.requests)
        self.server.forgets()
        self.server.will(*[step] * TRIES)
        try:
            outcome: object = await self.reply(model=model)
        except ModelError as error:
            outcome = type(error)(unreferred(str(error))) if expected.unknown else error
        asked = len(self.server.requests) - asked
        if (repr(outcome), asked) == (repr(expected.error), tries):
            return ""
        return f"{outcome!r} after {asked} tries, not {expected.error!r} after {tries}"

    async def fails(self, kind: type[ModelError], model: str = "openai/x") -> str:
        with pytest.raises(kind) as error:
            await self.reply(model=model)
        assert KEY not in str(error.value)
        return str(error.value)


def run(test: Callable[[Talk], Coroutine[Any, Any, None]], deadlines: Deadlines = SLOW) -> None:
    async def main() -> None:
        async with ScriptedModel() as server:
            talk = Talk(server, deadlines)
            await test(talk)
            await talk.model.aclose()

    asyncio.run(main())


def test_text_streams_and_arrives_whole_with_its_usage():
    async def test(talk: Talk) -> None:
        talk.server.will(reply(Thinking("hm"), "I ", "am ", "here.", usage=(11, 5)))

        assert await talk.reply() == Reply("I am here.", (), Usage(11, 5, 0.0))
        assert talk.shown == [
            Shown("", "hm"),
            Shown("I ", "hm"),
            Shown("I am ", "hm"),
            Shown("I am here.", "hm"),
        ]
        assert talk.server.requests[0].headers["Authorization"] == f"Bearer {KEY}"
        assert talk.server.requests[0].messages == [SYSTEM.value, HELLO.value]
        assert "tools" not in talk.server.requests[0].body

    run(test)


def test_the_cost_is_that_of_the_list_of_prices():
    async def test(talk: Talk) -> None:
        talk.server.will(reply("a", usage=(1_000_000, 0)), reply("a", usage=(0, 1_000_000)))

        assert (await talk.reply(model="openai/gpt-4o-mini")).usage.cost == pytest.approx(0.15)
        assert (await talk.reply(model="gpt-4o-mini")).usage.cost == pytest.approx(0.60)

    run(test)


def test_calls_arrive_as_the_model_made_them():
    async def test(talk: Talk) -> None:
        calls = (call("ls", path="/"), Call("ls", '{"path": "/é'), Call("ls", "{}", "call_0"), Call("no such!", ""))
        talk.server.will(reply("I look.", *calls))

        answer = await talk.reply(tools=[LOOK])

        assert answer.text == "I look."
        assert answer.calls == (
            ProposedCall("ls", '{"path": "/"}', "call_0"),
            ProposedCall("ls", '{"path": "/é', "call_1"),
            ProposedCall("ls", "{}", "call_0"),
            ProposedCall("no such!", "", "call_3"),
        )
        assert talk.server.requests[0].tools == ["ls"]

    run(test)


def test_half_a_character_is_replaced():
    async def test(talk: Talk) -> None:
        talk.server.will(reply("a\ud83d", "\ude00", Call("ls", '"\udcff"', "id\ud800")))

        answer = await talk.reply()

        assert (answer.text, answer.calls) == ("a😀", (ProposedCall("ls", '"�"', "id�"),))

    run(test)


def test_what_was_said_stays_as_it_was():
    async def test(talk: Talk) -> None:
        asked = {"id": "a", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
        messages = [
            HELLO,
            ModelMessage.of({"role": "assistant", "content": None, "tool_calls": [asked]}),
            ModelMessage.of({"role": "tool", "tool_call_id": "a", "content": "notes.md"}),
        ]
        before = [message.encoded for message in messages]
        talk.server.will(reply("ok"))

        await talk.reply(*messages, tools=[LOOK])

        assert [ModelMessage.of(message.value).encoded for message in messages] == before
        assert talk.server.requests[0].messages[1:] == [message.value for message in messages]

    run(test)


@pytest.mark.parametrize(
    ("failure", "kind", "message"),
    [
        (unauthorized(), AuthenticationFailed, KEYLESS),
        (context_length_exceeded(), Overflowed, "the conversation is longer than openai/x takes"),
        (content_policy(), RequestRefused, "openai refuses to answer this, by its policy"),
        (safety_system(), RequestRefused, "openai refuses to answer this, by its policy"),
        (Failure(413, "Too large.", "x"), Overflowed, "the conversation is longer than openai/x takes"),
        (Failure(403, "No.", "x"), AuthenticationFailed, "the key for openai may not be used for openai/x"),
        (Failure(404, "No model x.", "x", "model_not_found"), ModelUnavailable, "openai has no model openai/x"),
        (
            Failure(429, "No credit.", "insufficient_quota", "insufficient_quota"),
            RateLimited,
            "the account at openai has used up its credit or its quota",
        ),
    ],
)
def test_what_trying_again_would_not_mend_fails_at_once(failure: Failure, kind: type[ModelError], message: str):
    async def test(talk: Talk) -> None:
        talk.server.will(failure)

        assert await talk.fails(kind) == message
        assert (len(talk.server.requests), talk.waits) == (1, [])
        assert talk.shown == [], "a refusal uses nothing"

    run(test)


@pytest.mark.parametrize(
    ("failure", "kind", "said", "known"),
    [
        (
            Failure(400, f"What? {KEY}", "odd_type", "odd_code"),
            RequestRejected,
            "openai did not take the request (HTTP 400)",
            "HTTP 400, odd_code, odd_type",
        ),
        (
            Verbatim((b"data: [1, 2]\n\n",), "text/event-stream"),
            ModelUnavailable,
            "the answer of openai could not be read (NotAnAnswer)",
            "NotAnAnswer",
        ),
    ],
)
def test_what_nobody_foresaw_has_a_reference_by_which_the_log_knows_it_without_a_word_of_what_was_said(
    failure: Failure | Verbatim,
    kind: type[ModelUnavailable | RequestRejected],
    said: str,
    known: str,
    caplog: pytest.LogCaptureFixture,
):
    async def test(talk: Talk) -> None:
        talk.server.will(*[failure] * TRIES)
        told = await talk.fails(kind)

        assert unreferred(told) == said
        ref = told[-len("(ref 123456)") :]
        logged = [record for record in caplog.records if ref in record.message]
        assert logged
        for record in logged:
            assert known in record.message
            assert "in _try" in record.message, "where it failed"
            assert "What?" not in record.message

    run(test)


def test_an_answer_withheld_by_a_filter_is_a_refusal():
    async def test(talk: Talk) -> None:
        talk.server.will(reply("Well, ", finish_reason="content_filter", usage=(9, 4)))

        await talk.fails(RequestRefused)
        assert len(talk.server.requests) == 1
        assert talk.used == Usage(9, 4)

    run(test)


def test_without_a_key_it_says_which_to_set():
    async def test(talk: Talk) -> None:
        del os.environ["OPENAI_API_KEY"]
        talk.model.bases = ApiBases()
        try:
            message = await talk.fails(AuthenticationFailed)
        finally:
            os.environ["OPENAI_API_KEY"] = KEY
        assert message == KEYLESS
        assert (talk.server.requests, talk.waits, talk.shown) == ([], [], [])

    run(test)


def test_a_server_of_ones_own_is_asked_without_a_key():
    async def test(talk: Talk) -> None:
        del os.environ["OPENAI_API_KEY"]
        try:
            await talk.fails(AuthenticationFailed)  # this one wants a key
        finally:
            os.environ["OPENAI_API_KEY"] = KEY
        assert "Authorization" not in talk.server.requests[0].headers

    run(test)


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("name", [name for name in DIALECTS if name != "ollama"])  # which has none
@pytest.mark.parametrize("key", ["sk-half\nand-half", "ключ", "sk-invisible\u200b"])
def test_a_key_that_cannot_be_sent_is_named_in_whichever_way_the_provider_streams(
    name: str, key: str, monkeypatch: pytest.MonkeyPatch
):
    dialect = DIALECTS[name]
    for variable in dialect.asked.usual:
        monkeypatch.setenv(variable, key)

    async def test(talk: Talk) -> None:
        message = await talk.fails(AuthenticationFailed, dialect.model)

        keys = " and ".join(dialect.asked.usual)
        assert message == (
            f"the key for {dialect.asked.who} has a line break or a letter in it that no key has; "
            f"whoever runs Deskmate needs to set {keys} anew"
        )
        assert (talk.server.requests, talk.waits) == ([], [])

    run(test)


def test_a_model_of_nobody_is_told_how_to_name_it():
    async def test(talk: Talk) -> None:
        with pytest.raises(ModelUnavailable, match="I can't tell who provides the model nonsense"):
            await talk.reply(model="nonsense")

    run(test)


def test_a_rate_limit_waits_as_long_as_it_is_asked_to():
    async def test(talk: Talk) -> None:
        talk.server.will(rate_limited(17), reply("Now."))

        assert (await talk.reply()).text == "Now."
        assert len(talk.waits) == 1
        assert 17 <= talk.waits[0] <= 18

    run(test)


def test_a_wait_that_takes_too_long_is_not_begun():
    async def test(talk: Talk) -> None:
        talk.server.will(rate_limited(PATIENCE + 1))

        assert await talk.fails(RateLimited) == "openai is refusing requests for the next 91 seconds"
        assert talk.waits == []

    run(test)


def test_a_provider_that_fails_twice_is_asked_a_third_time():
    async def test(talk: Talk) -> None:
        talk.server.will(server_error(), server_error(503), reply("At last."))

        assert (await talk.reply()).text == "At last."
        assert 1 <= talk.waits[0] <= 2
        assert 4 <= talk.waits[1] <= 8

    run(test)


def test_tries_come_to_an_end():
    async def test(talk: Talk) -> None:
        talk.server.will(*[server_error(500)] * TRIES)

        assert await talk.fails(ModelUnavailable) == "openai has a problem of its own (HTTP 500)"
        assert (len(talk.server.requests), len(talk.waits)) == (TRIES, TRIES - 1)
        assert sum(talk.waits) <= PATIENCE

    run(test)


def test_a_provider_that_cannot_be_reached_is_told_so():
    async def test(talk: Talk) -> None:
        await talk.server.close()

        assert await talk.fails(ModelUnavailable) == "openai cannot be reached"
        assert len(talk.waits) == TRIES - 1
        assert talk.shown == [], "what never arrived used nothing"

    run(test)


def test_after_a_cut_nothing_is_shown_twice_and_the_whole_answer_arrives():
    async def test(talk: Talk) -> None:
        talk.server.will(reply("One ", "two ", CUT), reply(*pieces("One two three four.", 4)))

        assert (await talk.reply()).text == "One two three four."
        assert talk.texts == ["One ", "One two ", "One two thre", "One two three fo", "One two three four."]

    run(test)


def test_a_shorter_answer_after_a_cut_takes_nothing_back_from_the_screen():
    async def test(talk: Talk) -> None:
        talk.server.will(reply("A long beginning", CUT), reply("Short."))

        assert (await talk.reply()).text == "Short."
        assert talk.texts == ["A long beginning"]

    run(test)


def test_calls_of_a_cut_answer_are_not_made():
    async def test(talk: Talk) -> None:
        talk.server.will(reply(call("rm", path="/"), CUT), reply("Rather not."))

        assert await talk.reply() == Reply("Rather not.", (), talk.used + Usage(4, 3, 0.0))
        assert talk.used == Usage(SENT, 5), "what was called counts too"

    run(test)


def test_an_answer_that_always_breaks_off_is_cut():
    async def test(talk: Talk) -> None:
        talk.server.will(*[reply("One ", CUT)] * TRIES)

        assert await talk.fails(Cut) == "the answer of openai/x broke off"
        assert len(talk.server.requests) == TRIES
        assert talk.used == Usage(SENT * TRIES, tokens_in(len("One ")) * TRIES)

    run(test)


@pytest.mark.parametrize(
    ("parts", "deadlines"),
    [
        ((HANG,), Deadlines(first=0.3, idle=20, whole=20)),
        (("One ", HANG), Deadlines(first=20, idle=0.3, whole=20)),
    ],
)
def test_a_silent_answer_is_given_up_and_tried_again(parts: Any, deadlines: Deadlines):
    async def test(talk: Talk) -> None:
        talk.server.will(reply(*parts), reply("One two."))

        assert (await talk.reply()).text == "One two."
        assert await talk.server.outcome(talk.server.requests[0]) == "abandoned"

    run(test, deadlines)


def test_silence_each_time_is_a_timeout():
    async def test(talk: Talk) -> None:
        talk.server.will(*[reply(HANG)] * TRIES)

        assert await talk.fails(TimedOut) == "openai/x did not answer in time"
        assert len(talk.server.requests) == TRIES
        assert talk.used == Usage(SENT * TRIES, 0)

    run(test, Deadlines(first=0.2, idle=0.2, whole=20))


@pytest.mark.parametrize(
    ("model", "timeouts", "answers"),
    [
        ("openai/x", {}, True),
        ("openai/x", {"first": 0.1, "whole": 0.2}, False),
        ("ollama_chat/x", {}, True),
        ("anthropic/claude-sonnet-4-5", {}, False),
        ("anthropic/claude-sonnet-4-5", {"first": 20.0}, True),
    ],
)
def test_an_own_server_and_a_profile_may_take_longer_until_a_reply_begins(
    model: str, timeouts: dict[str, float], answers: bool
):
    """Anthropic stands for a provider at its own address."""

    async def main() -> None:
        dialect = {"anthropic": "anthropic", "ollama_chat": "ollama"}.get(model.partition("/")[0], "openai")
        async with ScriptedModel() as server:
            gate = asyncio.Event()
            server.will(*[DIALECTS[dialect].answer(gate, *DIALECTS[dialect].one, *DIALECTS[dialect].rest)] * TRIES)
            base = server.base_url.removesuffix("/v1")
            with pytest.MonkeyPatch.context() as process:
                moved = replace(PROVIDERS["anthropic"], address=base)
                process.setattr("adapters.models.direct.PROVIDERS", {**PROVIDERS, "anthropic": moved})
                providers = Providers(
                    ApiBases(named={"openai/*": f"{base}/v1", "ollama_chat/*": base}),
                    environment=os.environ,
                    now=lambda: 0.0,
                    random=Random(7),
                    sleep=lambda seconds: asyncio.sleep(0),
                    deadlines=Deadlines(first=0.2, idle=20, whole=0.6),
                    own_server=SLOW,
                )
                asyncio.get_running_loop().call_later(0.7, gate.set)
                how = {model: RequestSettings(timeouts=timeouts)}
                request = Request(at=At(1, 1), model=model, system=SYSTEM, messages=(HELLO,), settings=how)
                try:
                    assert (await providers.reply(request, lambda shown: None)).text == "One two."
                    assert answers
                except TimedOut:
                    assert not answers
                await providers.aclose()

    asyncio.run(main())


def test_an_answer_that_never_ends_is_given_up():
    async def test(talk: Talk) -> None:
        gate = asyncio.Event()
        talk.server.will(reply("Still ", gate, "going"))

        assert await talk.fails(TimedOut) == "openai/x did not answer in time"
        assert await talk.server.outcome(talk.server.requests[0]) == "abandoned"
        assert len(talk.server.requests) == 1
        assert talk.used == Usage(SENT, 2)

    run(test, Deadlines(first=20, idle=20, whole=0.5))


def test_cancelled_it_hangs_up_at_once():
    async def test(talk: Talk) -> None:
        talk.server.will(reply("One ", HANG))
        replying = asyncio.create_task(talk.reply())
        await talk.sees("One ")

        replying.cancel()

        assert await talk.server.outcome(talk.server.requests[0]) == "abandoned"
        with pytest.raises(asyncio.CancelledError):
            await replying
        assert talk.waits == []
        assert talk.shown == [Shown("One "), Shown("One ", usage=Usage(SENT, 2))]

    run(test)


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("name", DIALECTS)
def test_cancelled_it_hangs_up_at_once_in_whichever_way_the_provider_streams(name: str):
    dialect = DIALECTS[name]

    async def test(talk: Talk) -> None:
        talk.server.will(dialect.answer(*dialect.one, HANG))
        replying = asyncio.create_task(talk.reply(model=dialect.model))
        await talk.sees("One ")

        replying.cancel()

        assert await talk.server.outcome(talk.server.requests[0]) == "abandoned"
        with pytest.raises(asyncio.CancelledError):
            await replying

    run(test)


def test_cancelled_while_it_waits_for_an_answer_it_takes_its_request_to_have_been_read():
    async def test(talk: Talk) -> None:
        talk.server.will(reply(HANG))
        replying = asyncio.create_task(talk.reply())
        await talk.server.asked(1)

        replying.cancel()

        with pytest.raises(asyncio.CancelledError):
            await replying
        assert talk.shown == [Shown(usage=Usage(SENT, 0))]

    run(test)


def test_what_a_try_used_that_was_repeated_counts_by_the_list_of_prices():
    async def test(talk: Talk) -> None:
        talk.server.will(reply("One ", "two ", CUT), reply("One two three.", usage=(1_000, 100)))

        usage = (await talk.reply(model="openai/gpt-4o-mini")).usage

        assert (usage.input_tokens, usage.output_tokens) == (SENT + 1_000, 3 + 100)
        assert usage.cost == pytest.approx((SENT + 1_000) * 0.15e-6 + (3 + 100) * 0.6e-6)
        assert (talk.used.input_tokens, talk.used.output_tokens) == (SENT, 3)
        assert talk.used.cost == pytest.approx(SENT * 0.15e-6 + 3 * 0.6e-6)

    run(test)


def test_what_the_provider_counted_at_the_beginning_is_known_when_it_is_cancelled():
    async def main() -> None:
        counted = {"input_tokens": 25, "cache_read_input_tokens": 1_000, "output_tokens": 1}
        async with claude("Hello there.", counted) as base_url, ScriptedModel() as unused:
            talk = Talk(unused)
            talk.model = Providers(everywhere(base_url), environment=os.environ, now=lambda: 0.0, random=Random(7))
            replying = asyncio.create_task(talk.reply(model="anthropic/claude-sonnet-4-5"))
            await talk.sees("Hello there.")
            replying.cancel()
            await asyncio.gather(replying, return_exceptions=True)
            await talk.model.aclose()
        assert (talk.used.input_tokens, talk.used.output_tokens, talk.used.cached_tokens) == (1_025, 1 + 4, 1_000)
        assert talk.used.cost == pytest.approx(25 * 3e-6 + 1_000 * 0.3e-6 + (1 + 4) * 15e-6), "cached tokens cost less"

    asyncio.run(main())


TRIED = st.one_of(
    st.sampled_from([server_error(), rate_limited()]),
    st.lists(st.sampled_from(["One ", "two ", "many "]), max_size=4).map(lambda words: reply(*words, CUT)),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(TRIED, max_size=TRIES - 1))
def test_a_reply_has_used_what_all_its_tries_used(tries: list[Step]):
    async def test(talk: Talk) -> None:
        talk.server.will(*tries, reply("Done.", usage=(11, 5)))

        usage = (await talk.reply()).usage

        broken = [
            "".join(word for word in one.parts if isinstance(word, str)) for one in tries if hasattr(one, "parts")
        ]
        assert talk.used == sum((Usage(SENT, tokens_in(len(text))) for text in broken), Usage())
        assert usage == talk.used + Usage(11, 5)

    run(test)


def test_it_can_be_closed_before_it_was_ever_used():
    async def main() -> None:
        await Providers(environment=os.environ, now=lambda: 0.0, random=Random(7)).aclose()

    asyncio.run(main())


@pytest.mark.parametrize(
    ("model", "asked"),
    [
        ("openai/x", AskedModel("openai/x", "openai")),
        ("groq/x", AskedModel("groq/x", "groq", ("GROQ_API_KEY",))),
        ("nonsense", AskedModel("nonsense")),
        ("github_copilot/gpt-5", AskedModel("github_copilot/gpt-5", "github_copilot")),
    ],
)
def test_who_would_be_asked_and_what_is_missing_is_known_without_asking(model: str, asked: AskedModel):
    async def test(talk: Talk) -> None:
        assert await talk.model.asked(model) == replace(asked, base=talk.server.base_url)
        assert not talk.server.requests

    run(test)


@pytest.mark.parametrize(
    ("model", "kind", "takes"),
    [
        ("openai/gpt-4o", "image/png", True),
        ("openai/gpt-4o", "application/pdf", True),
        ("openai/gpt-3.5-turbo", "image/png", False),
        ("openai/gpt-4o", "image/heic", False),
        ("openai/gpt-4o", "audio/wav", False),
        ("openai/gpt-4o", "video/mp4", False),
        ("openai/gpt-audio", "audio/wav", True),
        ("openai/gpt-audio", "audio/flac", False),
        ("gemini/gemini-2.5-flash", "image/heic", True),
        ("gemini/gemini-2.5-flash", "audio/flac", True),
        ("gemini/gemini-2.5-flash", "video/mp4", True),
        ("openai/of-our-own", "image/png", False),
        ("nonsense", "application/pdf", False),
    ],
)
def test_who_can_look_at_what_is_known(model: str, kind: str, takes: bool) -> None:
    async def main() -> bool:
        talk = Providers(environment=os.environ, now=lambda: 0.0, random=Random(0))
        try:
            return await talk.takes(model, kind)
        finally:
            await talk.aclose()

    assert asyncio.run(main()) is takes


def test_a_reply_that_reached_its_longest_is_known_to_be_cut():
    async def test(talk: Talk) -> None:
        talk.server.will(reply("Once upon", finish_reason="length"), reply("a time."))
        assert (await talk.reply()).cut
        assert not (await talk.reply()).cut

    run(test)


def test_one_that_comes_after_another_has_closed_answers_too():
    async def test(talk: Talk) -> None:
        talk.server.will(reply("one"), reply("two"))
        assert (await talk.reply()).text == "one"
        await talk.model.aclose()
        other = Talk(talk.server, SLOW)
        assert (await other.reply()).text == "two"
        await other.model.aclose()

    run(test)


def delta(**more: Any) -> dict[str, Any]:
    return {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": more, "finish_reason": None}]}


def finish(reason: str = "stop") -> dict[str, Any]:
    return {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}


def test_a_request_that_is_too_long_is_known_by_the_words_of_vllm():
    async def test(talk: Talk) -> None:
        words = "The decoder prompt (length 9000) is longer than the maximum model length of 8192."
        talk.server.will(Failure(400, words, "BadRequestError", "400"))

        assert await talk.fails(Overflowed) == "the conversation is longer than openai/x takes"

    run(test)


def test_thinking_in_tags_is_thinking_wherever_the_deltas_are_cut():
    async def test(talk: Talk) -> None:
        talk.server.will(
            events(*(delta(content=text) for text in ("<thi", "nk>secret", "</think>", "Hello")), finish())
        )

        assert (await talk.reply()).text == "Hello"
        assert talk.texts == ["", "Hello"]
        assert talk.shown[-1].thinking == "secret"

    run(test)


def test_thinking_that_the_template_opened_is_no_part_of_the_reply():
    """vLLM without a reasoning parser: the tag that opens it stands in the prompt."""

    async def test(talk: Talk) -> None:
        pieces = ("First, ", "I look.\n", "</th", "ink>\n\n", "Hello")
        talk.server.will(events(*(delta(content=text) for text in pieces), finish()))

        assert (await talk.reply()).text == "Hello"

    run(test)


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("name", DIALECTS)
def test_thinking_in_tags_is_thinking_in_whichever_way_the_provider_streams(name: str):
    dialect = DIALECTS[name]
    one = json.loads(json.dumps(dialect.one).replace("One ", "<think>secret</think>\\n\\nOne "))

    async def test(talk: Talk) -> None:
        talk.server.will(dialect.answer(*one, *dialect.rest))

        assert (await talk.reply(model=dialect.model)).text == "One two."
        assert not any("secret" in text or "think" in text for text in talk.texts)
        assert talk.shown[-1].thinking.strip() == "secret"

    run(test)


def test_a_quota_that_is_used_up_is_known_within_a_stream():
    async def test(talk: Talk) -> None:
        talk.server.will(events({"error": {"message": "quota exceeded", "code": "insufficient_quota"}}, done=False))

        assert await talk.fails(RateLimited) == "the account at openai has used up its credit or its quota"
        assert (len(talk.server.requests), talk.waits) == (1, [])

    run(test)


@pytest.mark.parametrize("provider", ["groq", "openrouter"])
def test_a_request_that_is_too_long_is_known_within_a_stream(provider: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(f"{provider.upper()}_API_KEY", KEY)

    async def test(talk: Talk) -> None:
        talk.server.will(events({"error": {"message": "Too long.", "code": "context_length_exceeded"}}, done=False))

        assert await talk.fails(Overflowed, f"{provider}/x") == f"the conversation is longer than {provider}/x takes"

    run(test)


def test_an_error_in_place_of_a_stream_is_named():
    async def test(talk: Talk) -> None:
        talk.server.will(body({"error": {"message": "quota exceeded", "code": "insufficient_quota"}}))

        assert await talk.fails(RateLimited) == "the account at openai has used up its credit or its quota"

    run(test)


def test_a_whole_completion_in_place_of_a_stream_is_taken():
    async def test(talk: Talk) -> None:
        asked = {"id": "a", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
        message = {"role": "assistant", "content": "I look.", "tool_calls": [asked]}
        choices = [{"index": 0, "message": message, "finish_reason": "tool_calls"}]
        usage = {"prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16}
        talk.server.will(body({"object": "chat.completion", "choices": choices, "usage": usage}))

        assert await talk.reply() == Reply("I look.", (ProposedCall("ls", "{}", "a"),), Usage(11, 5, 0.0))

    run(test)


def test_a_page_in_place_of_a_stream_is_named():
    async def test(talk: Talk) -> None:
        talk.server.will(page("Welcome to   nginx &amp; co"))

        words = "openai answered with a web page, “Welcome to nginx & co”, instead of a reply"
        assert await talk.fails(ModelUnavailable) == words

    run(test)


def test_credit_that_is_used_up_is_known_by_the_words_of_anthropic():
    async def test(talk: Talk) -> None:
        words = "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade."
        talk.server.will(body({"type": "error", "error": {"type": "invalid_request_error", "message": words}}, 400))

        message = await talk.fails(RateLimited, "anthropic/claude-sonnet-4-5")
        assert message == "the account at anthropic has used up its credit or its quota"

    run(test)


def test_two_whole_calls_at_one_index_without_ids_are_two():
    async def test(talk: Talk) -> None:
        calls = [{"index": 0, "function": {"name": "ls", "arguments": f'{{"path": "/{name}"}}'}} for name in "ab"]
        talk.server.will(events(*(delta(tool_calls=[one]) for one in calls), finish("tool_calls")))

        assert (await talk.reply()).calls == (
            ProposedCall("ls", '{"path": "/a"}'),
            ProposedCall("ls", '{"path": "/b"}'),
        )

    run(test)


def status(example: Example, dialect: Dialect) -> tuple[Verbatim, ErrorAnswer] | None:
    """It comes at once, with a status of HTTP."""
    if example.status < 400:
        return None
    kind = "text/html" if isinstance(example.body, str) else "application/json"
    headers = tuple(example.headers.items())
    return Verbatim((example.text.encode(),), kind, example.status, headers), example.answer


def within(example: Example, dialect: Dialect) -> tuple[Verbatim, ErrorAnswer] | None:
    """All seems well, and it is the first event."""
    if not example.body or example.is_text or dialect.frames == "amazon":
        return None
    return dialect.answer(example.body), said(example.body)


def later(example: Example, dialect: Dialect) -> tuple[Verbatim, ErrorAnswer] | None:
    """It comes after some text."""
    if not example.body or example.is_text or dialect.frames == "amazon":
        return None
    return dialect.answer(*dialect.one, example.body), said(example.body)


def instead(example: Example, dialect: Dialect) -> tuple[Verbatim, ErrorAnswer] | None:
    """All seems well, and it is the whole body: on one line, or on several."""
    if not example.body or example.is_text or dialect.frames == "amazon":
        return None
    indent = 2 if EXAMPLES.index(example) % 2 else None
    return Verbatim((json.dumps(example.body, indent=indent).encode(),), "application/json"), said(example.body)


WAYS = [status, within, later, instead]


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GROQ_API_KEY", "OPENROUTER_API_KEY", "GEMINI_API_KEY", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, KEY)
    monkeypatch.setenv("AWS_REGION_NAME", "us-east-1")


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_an_error_means_the_same_in_whichever_way_it_comes(
    way: Callable[[Example, Dialect], tuple[Verbatim, ErrorAnswer] | None], name: str
):
    dialect, wrong = DIALECTS[name], []

    async def test(talk: Talk) -> None:
        for example in EXAMPLES if name == "openai" else SOME:
            if (given := way(example, dialect)) is None:
                continue
            step, answer = given
            if how := await talk.differs(dialect.model, step, told(answer, dialect.asked)):
                wrong.append(f"{example}: {how}")

    run(test)
    assert not wrong, "\n".join(wrong)


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("some", [True, False], ids=["after some text", "at once"])
@pytest.mark.parametrize(
    ("name", "words", "kind"),
    [
        ("throttlingException", "Too many requests, please wait before trying again.", Kind.TOO_MANY),
        ("throttlingException", "Too many tokens per day, please wait before trying again.", Kind.OUT_OF_CREDIT),
        ("validationException", "Input is too long for requested model.", Kind.TOO_LONG),
        ("serviceUnavailableException", "Bedrock is unable to process your request.", Kind.OVERLOADED),
        ("modelStreamErrorException", "The model returned an unexpected error.", Kind.GARBLED),
        ("internalServerException", "The system encountered an unexpected error.", Kind.TROUBLE),
    ],
)
def test_an_exception_within_a_stream_of_bedrock_is_an_error_like_any(name: str, words: str, kind: Kind, some: bool):
    dialect = DIALECTS["bedrock"]

    async def test(talk: Talk) -> None:
        step = dialect.answer(*(dialect.one if some else ()), framed(name, {"message": words}, "exception"))
        answer = ErrorAnswer(500 if kind is Kind.TROUBLE else 0, frozenset({name.lower()}), words.lower())

        assert kind_of(answer) is kind
        assert not await talk.differs(dialect.model, step, told(answer, dialect.asked))

    run(test)


@pytest.mark.parametrize("some", [True, False], ids=["after some text", "at once"])
@pytest.mark.parametrize(
    ("code", "words", "tries"),
    [
        ("context_length_exceeded", "the conversation is longer than openai/responses/gpt-5 takes", 1),
        ("insufficient_quota", "the account at openai has used up its credit or its quota", 1),
        ("rate_limit_exceeded", "openai is refusing requests for now", TRIES),
        ("server_error", "openai has a problem of its own", TRIES),
    ],
)
@pytest.mark.parametrize("failed", [True, False], ids=["as a response that failed", "as an error"])
def test_an_error_within_a_stream_of_the_responses_api_is_one_like_any(
    code: str, words: str, tries: int, some: bool, failed: bool
):
    dialect, error = DIALECTS["responses"], {"code": code, "message": f"No: {code}."}
    event = response("response.failed", "failed", error=error) if failed else {"type": "error", **error}

    async def test(talk: Talk) -> None:
        talk.server.will(*[dialect.answer(*(dialect.one if some else ()), event)] * TRIES)

        assert await talk.fails(ModelError, dialect.model) == words
        assert len(talk.server.requests) == tries

    run(test)


def dialect(*but: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("dialect", [one for name, one in DIALECTS.items() if name not in but], ids=str)


@pytest.mark.usefixtures("keys")
@dialect()
def test_an_answer_arrives_in_whichever_way_the_provider_streams(dialect: Dialect):
    async def test(talk: Talk) -> None:
        talk.server.will(dialect.answer(*dialect.one, *dialect.rest))

        answer = await talk.reply(model=dialect.model, tools=[LOOK])

        assert answer.text == "One two."
        assert [(call.tool, json.loads(call.arguments)) for call in answer.calls] == [("ls", {"path": ""})]
        assert (answer.usage.input_tokens, answer.usage.output_tokens) == (11, 5)
        assert not answer.cut
        assert talk.texts == ["One ", "One two."]

    run(test)


@pytest.mark.usefixtures("keys")
@dialect()
def test_a_reply_that_reached_its_longest_is_cut_in_whichever_way_the_provider_streams(dialect: Dialect):
    async def test(talk: Talk) -> None:
        talk.server.will(dialect.answer(*dialect.one, *dialect.cut))

        answer = await talk.reply(model=dialect.model)

        assert (answer.text, answer.cut) == ("One ", True)

    run(test)


@pytest.mark.usefixtures("keys")
@dialect()
@pytest.mark.parametrize("status", [200, 403, 502])
def test_a_page_is_named_in_whichever_way_the_provider_streams(dialect: Dialect, status: int):
    async def test(talk: Talk) -> None:
        who, words = dialect.asked.who, "answered with a web page, “Hello”, instead of a reply"
        failed = FailedTry(ModelUnavailable(f"{who} {words}"), again=status >= 500)
        if dialect.frames == "amazon" and status == 200:  # litellm gives us no bytes there, and reads nothing in it
            failed = FailedTry(Cut(f"the answer of {dialect.model} broke off"), again=True)

        assert not await talk.differs(dialect.model, page("Hello", status), failed)

    run(test)


@pytest.mark.usefixtures("keys")
@dialect()
@pytest.mark.parametrize("ends", [(CUT,), ()], ids=["closed", "ended"])
def test_an_answer_that_breaks_off_is_cut_in_whichever_way_the_provider_streams(
    dialect: Dialect, ends: tuple[Any, ...]
):
    async def test(talk: Talk) -> None:
        failed = FailedTry(Cut(f"the answer of {dialect.model} broke off"), again=True)

        assert not await talk.differs(dialect.model, dialect.answer(*dialect.one, *ends), failed)
        assert talk.texts == ["One "]
        assert talk.used.input_tokens >= TRIES * 11, "what was sent counts each time"

    run(test)


@pytest.mark.usefixtures("keys")
@dialect()
def test_a_connection_that_is_closed_before_anything_is_answered_reached_nobody(dialect: Dialect):
    async def test(talk: Talk) -> None:
        failed = FailedTry(ModelUnavailable(f"{dialect.asked.who} cannot be reached"), again=True)

        assert not await talk.differs(dialect.model, dialect.answer(CUT), failed)
        assert talk.shown == []

    run(test)


@pytest.mark.usefixtures("keys")
@dialect()
def test_a_provider_that_is_not_there_cannot_be_reached_in_whichever_way_it_streams(dialect: Dialect):
    async def test(talk: Talk) -> None:
        await talk.server.close()

        assert await talk.fails(ModelUnavailable, dialect.model) == f"{dialect.asked.who} cannot be reached"
        assert (len(talk.waits), talk.shown) == (TRIES - 1, [])

    run(test)


@pytest.mark.usefixtures("keys")
@dialect()
@pytest.mark.parametrize("after", ["nothing", "some"])
def test_an_answer_that_hangs_is_given_up_in_whichever_way_the_provider_streams(dialect: Dialect, after: str):
    async def test(talk: Talk) -> None:
        failed = FailedTry(TimedOut(f"{dialect.model} did not answer in time"), again=True)
        said = dialect.one if after == "some" else ()

        assert not await talk.differs(dialect.model, dialect.answer(*said, HANG), failed)

    run(test, Deadlines(first=20.0 if after == "some" else 0.2, idle=0.2, whole=20))


def test_no_ping_makes_up_for_an_answer():
    async def test(talk: Talk) -> None:
        gates = [asyncio.Event() for _ in range(200)]

        async def pings() -> None:
            for gate in gates:
                await asyncio.sleep(0.01)
                gate.set()

        talk.server.will(events(*(part for gate in gates for part in (b": ping\n\n", gate))), reply("At last."))
        pinging = asyncio.create_task(pings())
        assert (await talk.reply()).text == "At last."
        pinging.cancel()

    run(test, Deadlines(first=0.2, idle=0.2, whole=20))


def test_what_came_together_is_shown_together_once_it_is_short_beside_what_is_there():
    """However long a reply is, and however it comes, showing it costs as much a word."""

    async def test(talk: Talk) -> None:
        words = 20_000
        [word] = events(delta(content="word "), done=False).body
        assert isinstance(word, bytes)
        talk.server.will(events(word * words, finish()))

        assert (await talk.reply()).text == "word " * words
        assert 256 < len(talk.shown) < 3_000

    run(test)


def test_a_model_may_say_the_same_many_times():
    """litellm takes a hundred chunks that are alike for a model that goes round in a circle, and breaks off."""

    async def test(talk: Talk) -> None:
        talk.server.will(reply(*["- "] * 300))
        assert (await talk.reply()).text == "- " * 300

    run(test)


def test_a_connection_is_used_again():
    async def test(talk: Talk) -> None:
        for _ in range(3):
            talk.server.will(reply("Hello."))
            await talk.reply()
        assert len({request.peer for request in talk.server.requests}) == 1

    run(test)


WRITTEN = '{"name": "ls", "arguments": {"path": "/"}}'


@pytest.mark.parametrize(
    ("reads", "tainted", "answer"),
    [
        (True, False, Reply("", (ProposedCall("ls", '{"path": "/"}'),), Usage(11, 5))),
        (True, True, Reply(WRITTEN, (), Usage(11, 5), written_calls=True)),
        (False, False, Reply(WRITTEN, (), Usage(11, 5), written_calls=True)),
    ],
)
def test_a_call_that_is_written_as_text_counts_only_where_the_profile_says_so_and_nothing_is_quoted(
    reads: bool, tainted: bool, answer: Reply
):
    async def test(talk: Talk) -> None:
        talk.server.will(reply(*pieces(WRITTEN, 5), usage=(11, 5)))
        how = {"openai/x": RequestSettings(calls_in_text=reads)}
        asked = Request(
            at=At(1, 1), model="openai/x", system=SYSTEM, messages=(HELLO,), tools=[LOOK], settings=how, tainted=tainted
        )

        assert await talk.model.reply(asked, talk.show) == answer
        assert bool(talk.texts) is not bool(answer.calls), "nobody sees a call being written"

    run(test)


def test_words_are_shown_as_they_come_also_where_calls_may_be_written():
    async def test(talk: Talk) -> None:
        talk.server.will(reply("One ", "two."), reply("{", "}"))
        how = {"openai/x": RequestSettings(calls_in_text=True)}
        asked = Request(at=At(1, 1), model="openai/x", system=SYSTEM, messages=(HELLO,), tools=[LOOK], settings=how)

        assert (await talk.model.reply(asked, talk.show)).text == "One two."
        assert talk.texts == ["One ", "One two."]
        assert (await talk.model.reply(asked, talk.show)).text == "{}", "which is no call"

    run(test)
