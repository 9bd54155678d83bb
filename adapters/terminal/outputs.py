"""What commands have put out is shown once they have ended: below the line that says so."""

from collections.abc import Mapping

from adapters.terminal.chat import TerminalChat
from harness.chat.phrases import Phrase, joined
from harness.loop.progress import Unwatched
from harness.sessions.facts import Row, ToolReturned
from harness.sessions.session import Session
from harness.sessions.turn import Call
from harness.tools.calls import ToolResult
from harness.tools.tool import AnyTool
from harness.wording.acts import act


class CommandOutputs(Unwatched):
    """Fulfils `harness.loop.progress.Observer`. What no card has asked about has a line of its own."""

    def __init__(self, chat: TerminalChat, tools: Mapping[str, AnyTool]) -> None:
        self._chat, self._tools = chat, tools

    def folded(self, thread: str, before: Session, row: Row, after: Session) -> None:
        match row.fact:
            case ToolReturned(call=id, result=ToolResult(text=text, exit_code=int(code))):
                call, turn = before.call(id), before.turn
                if call and call.started and turn and turn.policy.visible:
                    self._chat.ran(id, text, () if call.asks else self._line(call, code))
            case _:
                pass

    def _line(self, call: Call, code: int) -> Phrase:
        doing = act(call.call, self._tools.get(call.call.tool))
        return joined([("▪ ", *doing.done), (f"exit {code}",)])
