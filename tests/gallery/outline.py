"""HTML as what there is to read, for tests."""

from html.parser import HTMLParser

_EMPTY = {"br", "hr", "meta"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self._open: list[str] = []
        self.read: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        looks = (dict(attributes).get("class") or "").split()
        if tag not in _EMPTY:
            self._open.append(".".join((tag, *looks)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in _EMPTY:
            assert self._open.pop().partition(".")[0] == tag, f"{tag} ends what it has not begun"

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.read.append(f"{self._open[-1] if self._open else ''}: {data.strip()}")


def outline(html: str) -> list[str]:
    """Each text with what it stands in, like `span.button.primary: Approve`. Raises AssertionError for what is not
    nested well.
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert not reader._open, f"left open: {reader._open}"
    return reader.read
