"""Asks as a session has them, for what is said of them."""

from typing import Any

from harness.approvals.asks import Ask, Settlement
from harness.sessions.ask_status import Settled, Unposted
from harness.sessions.turn import OpenAsk
from harness.tools.calls import ToolCall
from tests.laws.colleague import BOB, CHANNEL

CALL = ToolCall("1.1.0", "deploy", '{"what": "staging", "times": 2}')


def open_ask(ask: Ask, call: ToolCall = CALL, settled: Settlement | None = None, **more: Any) -> OpenAsk:
    status = Settled(settled) if settled else Unposted()
    return OpenAsk("1.1.0#1", ask, call, CHANNEL, BOB, category="execute", status=status, **more)
