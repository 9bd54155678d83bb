"""Fulfils `harness.chat.port.Chat` by writing lines. What was written cannot be changed: an update is written below.

A live message is therefore not written before it is final: the line below shows meanwhile how far it is. Messages are
named by their keys, which are the same after a restart.
"""

from collections.abc import Callable, Mapping, Sequence

from adapters.terminal import render
from adapters.terminal.page import Page
from adapters.terminal.parse import MenuItem
from harness.chat.cards import Body, Card, Text
from harness.chat.people import Person, Place
from harness.chat.port import Activity, ChatLine, Receipt
from harness.sessions.notices import Taken
from harness.wording.notices import reception

ACCEPTED = (reception(Taken()), reception(Taken(no=True)))
TOLD = "told"
"""What is said by the way has a menu until more is said."""
TOLD_CARDS = 100
"""Settled cards of which it is known what was told of them: what changes on one later is not told as if it were new."""
HIGHEST = 99
"""Numbers grow from card to card, so that one typed late is not an item of the next card; then they begin anew."""

FATES: Mapping[Receipt, str] = {
    "waiting": "will be heard at the next step",
    "heard": "heard",
    "dropped": "not to be heard",
}


class TerminalChat:
    """`name` is the colleague's; `page` is what is written on, as it is now. `menu` is what may be chosen by number
    just now.

    `shows_activity` writes it as lines, for where there is no line below.
    """

    def __init__(
        self, name: str, write: Callable[[str], None], page: Callable[[], Page], shows_activity: bool = False
    ) -> None:
        self._name, self._write, self._page, self._shows_activity = name, write, page, shows_activity
        self._there: set[str] = set()
        self._streamed: dict[str, str] = {}
        """What live messages hold so far."""
        self._menus: dict[str, list[MenuItem]] = {}
        """What each message offers."""
        self._told: dict[str, set[int]] = {}
        """The rows of a card that are told as settled, of the last cards."""
        self._number = 0
        """The last one that was given."""
        self.highest = 0
        """The highest one that ever was."""
        self._said: dict[str, str] = {}
        """What the person said, until it is heard."""

    @property
    def menu(self) -> dict[int, MenuItem]:
        return {item.number: item for menu in self._menus.values() for item in menu}

    def message_of(self, item: MenuItem) -> str:
        """The message that offers it; empty if none does any more."""
        return next((message for message, menu in self._menus.items() if item in menu), "")

    def says(self, message: str, text: str) -> None:
        """The person said that: receipts will quote it."""
        self._said[message] = text

    async def find(self, place: Place, key: str, live: bool = False) -> str | None:
        return key if key in self._there else None

    async def post(self, place: Place, key: str, body: Body) -> str:
        self._there.add(key)
        if isinstance(body, Text) and body.live:
            self._streamed[key] = body.markdown
            return key
        menu = self._numbered(body)
        if menu:
            self._menus[key] = menu
        self._speak(body, menu)
        return key

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        menu = self._menus.pop(message, [])
        if isinstance(body, Card):
            self._resettle(message, menu, body)
        elif self._streamed.pop(message, None) is not None:
            self._speak(body, [])  # any other text has been written, and only loses its choices

    async def finish(self, place: Place, message: str) -> None:
        text = self._streamed.pop(message, "")
        if text:
            self._speak(Text(f"{text} …"), [])

    async def history(self, place: Place, before: str, most: int) -> Sequence[ChatLine]:
        return ()  # nobody speaks here before us

    async def tell(self, place: Place, to: Person, body: Text) -> None:
        """That an answer was taken is left to its card, which says so at once and says more."""
        menu = self._menus[TOLD] = self._numbered(body)
        if menu or body.markdown not in ACCEPTED:
            self._write("\n".join([render.note(body.markdown), *render.numbered(menu, self._page())]))

    async def react(self, place: Place, message: str, receipt: Receipt) -> None:
        said = " ".join(self._said.get(message, "").split())
        about = f": “{said[:60]}{'…' if len(said) > 60 else ''}”" if said else ""
        if receipt != "waiting":
            self._said.pop(message, None)
        self._write(render.note(f"{FATES[receipt]}{about}"))

    async def stream(self, place: Place, message: str, body: Text) -> None:
        if message in self._streamed:  # what was written cannot be changed
            self._streamed[message] = body.markdown

    async def show(self, place: Place, activity: Activity) -> None:
        if self._shows_activity and activity.text:
            self._write(render.note(f"{self._name} {activity.text}"))

    def _resettle(self, message: str, menu: Sequence[MenuItem], card: Card) -> None:
        """What can still be chosen keeps its number; what is settled since is told, each in a line."""
        offered = {item.token for item in render.menu_of(card, 1)}
        if left := [item for item in menu if item.token in offered]:
            self._menus[message] = left
        told = self._told.setdefault(message, set())
        while len(self._told) > TOLD_CARDS:
            del self._told[next(iter(self._told))]
        for number, row in enumerate(card.rows or (card,)):
            if row.outcome and number not in told:
                told.add(number)
                self._write(render.settled(row, self._page()))

    def _numbered(self, body: Body) -> list[MenuItem]:
        menu = render.menu_of(body, self._number + 1)
        if menu and menu[-1].number > HIGHEST and not self._menus:
            menu = render.menu_of(body, 1)
        if menu:
            self._number = menu[-1].number
            self.highest = max(self.highest, self._number)
        return menu

    def _speak(self, body: Body, menu: list[MenuItem]) -> None:
        self._write(f"\n{render.body(self._name, body, menu, self._page())}")
