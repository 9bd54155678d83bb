"""The first and the last of what a command says, in bounded memory."""

from codecs import getincrementaldecoder


class Output:
    """Keeps `longest` bytes: half from the beginning, half from the end."""

    def __init__(self, longest: int) -> None:
        self._half = longest // 2
        self._head = bytearray()
        self._tail = bytearray()
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self.total = 0

    def add(self, data: bytes) -> str:
        """Takes what was said; returns it as text, but for half a character at its end, which comes with the next."""
        self.total += len(data)
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[room:] if room < len(data) else b""
        if len(self._tail) > 2 * self._half:
            del self._tail[: -self._half]
        return self._decoder.decode(data)

    def __str__(self) -> str:
        """All of it or, where it is longer, both ends and how many bytes lie between them."""
        tail = self._tail[-self._half :] if self._half else bytearray()
        left_out = self.total - len(self._head) - len(tail)
        if not left_out:
            return (self._head + tail).decode(errors="replace")
        return (
            f"{self._head.decode(errors='replace').rstrip(_BROKEN)}\n"
            f"[{left_out:,} bytes of output are left out here]\n"
            f"{tail.decode(errors='replace').lstrip(_BROKEN)}"
        )


_BROKEN = "\ufffd"
"""What half a character is decoded to."""
