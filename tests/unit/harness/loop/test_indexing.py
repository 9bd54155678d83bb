from harness.context.history import History
from harness.loop.indexing import Indexing


class Noted(History):
    def __init__(self) -> None:
        super().__init__()
        self.noted = list[str]()

    def rested(self, thread: str) -> None:
        self.noted.append(thread)


def test_a_thread_that_has_come_to_rest_is_noted() -> None:
    history = Noted()
    Indexing(history).rested("t")
    assert history.noted == ["t"]
