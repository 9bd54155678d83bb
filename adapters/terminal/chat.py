"""Fulfils `harness.chat.port.Chat` by writing lines. What was written cannot be changed: an update is written below.

A live message is therefore not written before it is final: the line below shows meanwhile how far it is. Messages are
named by their keys, which are the same after a restart.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from adapters.terminal import render
from adapters.terminal.menus import TOLD, Menu, Menus
from adapters.terminal.page import Page
from harness.chat.cards import Body, Card, Text
from harness.chat.people import Person, Place
from harness.chat.phrases import Phrase, plain
from harness.chat.port import Activity, ChatLine, Receipt
from harness.sessions.notices import Taken
from harness.wording.notices import reception

ACCEPTED = (plain(reception(Taken())), plain(reception(Taken(no=True))))
UNDECIDED = "That decides nothing. Choose by number:"
TOLD_CARDS = 100
"""Settled cards of which it is known what was told of them: it is told anew only once more has come of it."""

FATES: Mapping[Receipt, str] = {
    "waiting": "will be heard at the next step",
    "heard": "heard",
    "dropped": "not to be heard",
}


class TerminalChat:
    """`name` is the colleague's; `page` is what is written on, as it is now; `now` is the journal's clock. `menus` are
    what may be chosen just now.

    `shows_activity` writes it as lines, for where there is no line below.
    """

    def __init__(
        self,
        name: str,
        write: Callable[[str], None],
        page: Callable[[], Page],
        now: Callable[[], float],
        shows_activity: bool = False,
    ) -> None:
        self._name, self._write, self._page, self._now, self._shows_activity = name, write, page, now, shows_activity
        self.menus = Menus()
        self._there: dict[str, float] = {}
        """When each message was posted."""
        self._streamed: dict[str, str] = {}
        """What live messages hold so far."""
        self._told: dict[str, dict[int, Phrase]] = {}
        """What was told of the rows of a card that are settled, of the last cards."""
        self._outputs: dict[str, str] = {}
        """Of calls that have ended, until their cards say so."""
        self._said: dict[str, str] = {}
        """What the person said, until it is heard."""
        self._filled_in: frozenset[str] = frozenset()
        """What they wrote into their last form."""

    def says(self, message: str, text: str) -> None:
        """The person said that: receipts will quote it."""
        self._said[message] = text

    def filled_in(self, values: Iterable[str]) -> None:
        """The person wrote that into a form: where it is told to everybody it stands here already."""
        self._filled_in = frozenset(filter(None, (value.strip() for value in values)))

    def note(self, text: str) -> None:
        """That is said by the way."""
        self._write(render.note(text, self._page()))

    def recalls(self, said: Sequence[ChatLine]) -> None:
        """That was said before, on another screen: of what is long both ends."""
        page = self._page()
        for line in said:
            drawn = render.body(self._name, Text(line.text), (), page) if line.ours else render.typed(line.text, page)
            self._write(f"\n{render.bounded(drawn)}")

    def ran(self, call: str, output: str, line: Phrase = ()) -> None:
        """A command has ended, with that output. It is shown at once below the `line` that says so; without one, below
        the one that its card is about to have.
        """
        if line:
            self._ended(line, output)
        else:
            self._outputs[call] = output

    def written(self, message: str) -> float | None:
        """When that was posted here."""
        return self._there.get(message)

    async def find(self, place: Place, key: str, live: bool = False) -> str | None:
        return key if key in self._there else None

    async def post(self, place: Place, key: str, body: Body) -> str:
        self._there[key] = self._now()
        if isinstance(body, Text) and body.live:
            self._streamed[key] = body.markdown
            return key
        if not self._echoes(body):
            self._speak(key, body)
        return key

    async def update(self, place: Place, message: str, key: str, body: Body) -> None:
        renamed = self.menus.change(message, body)
        if isinstance(body, Card):
            self._settled(message, body)
        elif self._streamed.pop(message, None) is not None:
            self._speak(message, body)  # any other text has been written, and only loses its choices
        for item in renamed:
            self.note(f"{self.menus.typed(item)} is now “{item.label}”")
        self._show_again()

    async def finish(self, place: Place, message: str) -> None:
        text = self._streamed.pop(message, "")
        if text:
            self._speak(message, Text(f"{text} …"))

    async def history(self, place: Place, before: str, most: int) -> Sequence[ChatLine]:
        return ()  # nobody speaks here before us

    async def tell(self, place: Place, to: Person, body: Text) -> None:
        """That an answer was taken is left to its card, which says so at once and says more. What offers what cards
        offer already has no numbers of its own: theirs are named.
        """
        cards = self.menus.offering(body)
        menu = self.menus.open(TOLD, Text("") if cards else body)
        if cards:
            named = (f"{card.title} ({self.menus.numbers(card)})" for card in cards)
            self.note("\n".join([UNDECIDED, *named]))
        elif menu or body.plain not in ACCEPTED:
            offered = render.numbered(menu.items, self._page()) if menu else ()
            self._write("\n".join([render.note(body.plain, self._page()), *offered, *self._besides(menu)]))
        self._show_again()

    async def react(self, place: Place, message: str, receipt: Receipt) -> None:
        said = render.opening(self._said.get(message, ""))
        about = f": “{said}”" if said else ""
        if receipt != "waiting":
            self._said.pop(message, None)
        self.note(f"{FATES[receipt]}{about}")

    async def stream(self, place: Place, message: str, body: Text, key: str = "") -> None:
        if message in self._streamed:  # what was written cannot be changed
            self._streamed[message] = body.markdown

    async def show(self, place: Place, activity: Activity) -> None:
        if self._shows_activity and activity.text:
            self.note(f"{self._name} {activity.text}")

    def _settled(self, message: str, card: Card) -> None:
        """What is settled since is told, each in a line, once it is known what came of it: until then the line below
        says what goes on.
        """
        told = self._told.setdefault(message, {})
        while len(self._told) > TOLD_CARDS:
            del self._told[next(iter(self._told))]
        for number, row in enumerate(card.rows or (card,)):
            if row.outcome and not row.unfinished and row.outcome != told.get(number):
                new = number not in told
                told[number] = row.outcome
                self._ended(row.outcome, self._outputs.pop(row.call, ""))
                if new and row.buttons and (menu := self.menus.keep(message, card)):
                    self.note(menu.offer(row))  # it can be revoked or undone, from now on

    def _ended(self, line: Phrase, output: str) -> None:
        page = self._page()
        self._write("\n".join(filter(None, [render.settled(line, page), render.output(output, page)])))

    def _echoes(self, body: Body) -> bool:
        """Does it only say who said what the person just wrote, and nobody else reads here?"""
        return isinstance(body, Text) and bool(body.lead) and body.markdown.strip() in self._filled_in

    def _speak(self, message: str, body: Body) -> None:
        menu = self.menus.open(message, body)
        drawn = render.body(self._name, body, menu.items if menu else (), self._page())
        self._write("\n".join(["", drawn, *self._besides(menu)]))

    def _show_again(self) -> None:
        """An older card, once nothing has the short numbers any more: nobody chooses by what they do not see."""
        if older := self.menus.to_be_shown():
            self._speak(older, self.menus.body_of(older))

    def _besides(self, newest: Menu | None) -> list[str]:
        """Whoever sees something to choose is told how to choose on what is open besides."""
        return [render.note(other.about, self._page()) for other in self.menus.others()] if newest else []
