"""What was said, as it is found again, until the end of the process."""

from collections.abc import Callable, Collection, Iterable, Sequence

from harness.chat.people import Place
from harness.context.said import IndexChange, IndexedMessage, RoomFound, indexed_words
from harness.sessions.threads import team_of


class MemorySaid:
    """Fulfils `harness.context.said.SaidIndex`. `heads` are those of the threads that are not set aside."""

    def __init__(self, heads: Callable[[], dict[str, int]]) -> None:
        self._heads = heads
        self._through: dict[str, int] = {}
        self.said: list[IndexedMessage] = []

    async def indexed(self, thread: str) -> int:
        return self._through.get(thread, 0)

    async def take(self, thread: str, after: int, through: int, change: IndexChange) -> bool:
        if self._heads().get(thread, 0) < through or self._through.get(thread, 0) != after:
            return False
        self.said = [one for one in self.said if not (one.thread == thread and one.message in change.gone)]
        self.said += change.added
        self._through[thread] = through
        return True

    async def behind(self, team: str, most: int) -> Sequence[str]:
        heads = {thread: head for thread, head in self._heads().items() if team_of(thread) == team}
        return [thread for thread, head in heads.items() if head > self._through.get(thread, 0)][:most]

    async def rooms(
        self, words: Sequence[str], team: str, most: int, thread: str = "", after: RoomFound | None = None
    ) -> Sequence[RoomFound]:
        latest = dict[Place, float]()
        for said in self._matching(words, team, thread):
            latest[said.room] = max(said.at, latest.get(said.room, said.at))
        found = [RoomFound(room, at) for room, at in sorted(latest.items(), key=lambda one: (-one[1], one[0].id))]
        return found[found.index(after) + 1 if after else 0 :][:most]

    async def find(
        self, words: Sequence[str], room: Place, team: str, most: int, thread: str = ""
    ) -> Sequence[IndexedMessage]:
        found = [said for said in self._matching(words, team, thread) if said.room == room]
        return sorted(found, key=lambda said: (-said.at, said.thread, -said.position))[:most]

    async def forget(self, threads: Collection[str] | None = None) -> None:
        gone = set(self._through) if threads is None else set(threads)
        self.said = [one for one in self.said if one.thread not in gone]
        self._through = {thread: at for thread, at in self._through.items() if thread not in gone}

    def forget_thread(self, thread: str) -> None:
        self.said = [one for one in self.said if one.thread != thread]
        self._through.pop(thread, None)

    def _matching(self, words: Sequence[str], team: str, thread: str) -> Iterable[IndexedMessage]:
        heads = self._heads()
        for said in self.said:
            ours = team_of(said.thread) == team and said.thread.startswith(thread) and said.thread in heads
            if ours and set(words) <= set(indexed_words(said.text)):
                yield said
