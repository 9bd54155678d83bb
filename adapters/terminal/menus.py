"""What can be chosen, and what is typed for it: the newest card has 1, 2, 3; `4.2` is the second on the fourth card."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, groupby

from adapters.terminal import render
from adapters.terminal.parse import MenuItem
from harness.approvals.tokens import Token
from harness.chat.cards import Body, Card
from harness.chat.phrases import plain

TOLD = "told"
"""What is said by the way has a menu until more is said."""


@dataclass(frozen=True, slots=True)
class Menu:
    """What one message offers. `card` counts the messages that offered anything; `body` is how it reads now; `highest`
    is the highest number that something on it ever had.
    """

    card: int
    body: Body
    items: tuple[MenuItem, ...]
    highest: int

    @property
    def about(self) -> str:
        """That it can be chosen there, in a line: while another is the newest."""
        [first, *more] = self.items
        how = self.numbers() if more else f"{self.numbers()} is “{first.label}”"
        return f"also open: {self.title} ({how})"

    def offer(self, row: Card) -> str:
        """`4.1 is “Revoke”`: what that row of it offers, for where it stands nowhere else."""
        tokens = {button.token for button in row.buttons}
        offered = (item for item in self.items if item.token in tokens)
        return ", ".join(f"{self.card}.{item.number} is “{item.label}”" for item in offered)

    @property
    def title(self) -> str:
        return plain(self.body.title) if isinstance(self.body, Card) else render.opening(self.body.plain)

    def numbers(self, short: bool = False) -> str:
        """What is typed for its items: `4.1 to 4.3`, or as on the newest, `1 to 3`; without those that are gone."""
        name = "{}" if short else f"{self.card}.{{}}"
        runs = groupby(enumerate(item.number for item in self.items), lambda each: each[1] - each[0])
        ends = [[number for _, number in run] for _, run in runs]
        return ", ".join(
            name.format(run[0]) if len(run) == 1 else f"{name.format(run[0])} to {name.format(run[-1])}" for run in ends
        )


class Menus:
    """By the names of the messages. The last one that was opened has the short numbers; once it offers nothing any
    more nobody has, until another is opened, or opened anew.
    """

    def __init__(self) -> None:
        self._menus: dict[str, Menu] = {}
        self._newest = ""
        self._cards = 0
        self._decided: set[tuple[str, str]] = set()
        """Asks, by their threads, that are not to be decided any more, also where their cards do not say so yet."""
        self.ever: set[str] = set()
        """All that ever stood for something."""

    @property
    def choices(self) -> Mapping[str, MenuItem]:
        """By what is typed."""
        found = {f"{menu.card}.{item.number}": item for menu in self._menus.values() for item in menu.items}
        newest = self._menus.get(self._newest)
        return {**found, **{str(item.number): item for item in newest.items}} if newest else found

    def typed(self, item: MenuItem) -> str:
        """What is typed for it: the shortest."""
        return min((name for name, one in self.choices.items() if one == item), key=len, default="")

    def message_of(self, item: MenuItem) -> str:
        """The message that offers it; empty if none does any more."""
        return next((message for message, menu in self._menus.items() if item in menu.items), "")

    def open(self, message: str, body: Body) -> Menu | None:
        """It is written now, and is the newest if it offers anything."""
        menu = self.keep(message, body)
        if menu:
            self._newest = message
            self.ever.update(self.choices)
        return menu

    def keep(self, message: str, body: Body) -> Menu | None:
        """What it offers, if anything, can be chosen by the number of the card, whatever has the short ones. What it
        offers since has numbers of its own, which nothing on it had before.
        """
        items, known = render.menu_of(body), self._menus.pop(message, None)
        if not items:
            return None
        self._cards += known is None
        numbered = tuple(_numbered(items, known))
        highest = max(known.highest if known else 0, *(item.number for item in numbered))
        menu = self._menus[message] = Menu(known.card if known else self._cards, body, numbered, highest)
        self.ever.update(self.choices)
        return menu

    def decided(self, thread: str, asks: Iterable[str]) -> None:
        """These are settled; their cards are about to say so."""
        self._decided.update((thread, ask) for ask in asks)

    def others(self) -> list[Menu]:
        """What is still to be decided, but for the newest."""
        passed = (TOLD, self._newest)
        return [menu for message, menu in self._menus.items() if message not in passed and self._to_decide(menu)]

    def offering(self, body: Body) -> list[Menu]:
        """The cards on which all that it offers can be chosen already; none, if they do not have all of it."""
        wanted = {item.token for item in render.menu_of(body)}
        cards = [menu for menu in self._menus.values() if isinstance(menu.body, Card)]
        have = [menu for menu in cards if wanted & {item.token for item in menu.items}]
        return have if wanted and wanted <= {item.token for menu in have for item in menu.items} else []

    def numbers(self, menu: Menu) -> str:
        """What is typed for its items just now."""
        return menu.numbers(short=menu is self._menus.get(self._newest))

    @property
    def offered(self) -> list[str]:
        """All that can be typed just now, the newest first."""
        newest = self._menus.get(self._newest)
        return [self.numbers(menu) for menu in sorted(self._menus.values(), key=lambda menu: menu is not newest)]

    def _to_decide(self, menu: Menu) -> bool:
        return any(_ask(item) not in self._decided for item in menu.items)

    def change(self, message: str, body: Body) -> list[MenuItem]:
        """It reads so from now on. What can still be chosen keeps its number; what is called otherwise since is
        returned. What is offered elsewhere under the same tokens goes with it.
        """
        known = self._menus.get(message)
        if known is None:
            return []
        labels = {_meant(item): item.label for item in render.menu_of(body)}
        gone = {item.token for item in known.items} - {token for token, _ in labels}
        for name, menu in list(self._menus.items()):
            left = tuple(item for item in menu.items if item.token not in gone)
            if not left:
                del self._menus[name]
                # What it offers later has no short number: who types the same once more means what was there.
                self._newest = "" if self._newest == name else self._newest
            elif name == message:
                called = (replace(item, label=labels.get(_meant(item), item.label)) for item in left)
                self._menus[name] = replace(menu, body=body, items=tuple(called))
            elif left != menu.items:
                self._menus[name] = replace(menu, items=left)
        changed = self._menus.get(message)
        return [item for item in changed.items if item not in known.items] if changed else []

    def to_be_shown(self) -> str:
        """The last of the older cards that are to be decided, if there is no newest any more: people are to see which
        has its numbers.
        """
        if self._newest in self._menus:
            return ""
        open_cards = (
            name
            for name, menu in reversed(self._menus.items())
            if isinstance(menu.body, Card) and self._to_decide(menu)
        )
        return next(open_cards, "")

    def body_of(self, message: str) -> Body:
        return self._menus[message].body


def _numbered(items: Iterable[MenuItem], known: Menu | None) -> Iterator[MenuItem]:
    """What is known keeps its number; what is new is counted on from the highest that there ever was."""
    numbers = {_meant(item): item.number for item in known.items} if known else {}
    new = count(known.highest + 1 if known else 1)
    for item in items:
        yield replace(item, number=numbers.get(_meant(item)) or next(new))


def _meant(item: MenuItem) -> tuple[str, tuple[str, ...]]:
    """What choosing it means, however it is called and numbered."""
    return item.token, item.selected


def _ask(item: MenuItem) -> tuple[str, str] | None:
    """Which ask of which thread it is about; None for what is no token of ours."""
    try:
        token = Token.parse(item.token)
    except ValueError:
        return None
    return token.thread, token.ask
