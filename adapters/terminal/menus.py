"""What can be chosen, and what is typed for it: the newest card has 1, 2, 3; `4.2` is the second on the fourth card."""

from collections.abc import Mapping
from dataclasses import dataclass

from adapters.terminal import render
from adapters.terminal.parse import MenuItem
from harness.chat.cards import Body, Card
from harness.chat.phrases import plain


@dataclass(frozen=True, slots=True)
class Menu:
    """What one message offers. `card` counts the messages that offered anything; `body` is how it reads now."""

    card: int
    body: Body
    items: tuple[MenuItem, ...]

    @property
    def about(self) -> str:
        """That it can be chosen there, in a line: while another is the newest."""
        title = plain(self.body.title) if isinstance(self.body, Card) else render.opening(self.body.plain)
        first, last = f"{self.card}.{self.items[0].number}", f"{self.card}.{self.items[-1].number}"
        how = f"{first} is “{self.items[0].label}”" if first == last else f"{first} to {last}"
        return f"also open: {title} ({how})"


class Menus:
    """By the names of the messages. The last one that was opened has the short numbers; once it offers nothing any
    more nobody has, until another is opened, or opened anew.
    """

    def __init__(self) -> None:
        self._menus: dict[str, Menu] = {}
        self._newest = ""
        self._cards = 0
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
        items = tuple(render.menu_of(body))
        known = self._menus.pop(message, None)
        if not items:
            return None
        self._cards += known is None
        menu = self._menus[message] = Menu(known.card if known else self._cards, body, items)
        self._newest = message
        self.ever.update(self.choices)
        return menu

    def others(self) -> list[Menu]:
        """All but the newest."""
        return [menu for message, menu in self._menus.items() if message != self._newest]

    def change(self, message: str, body: Body) -> None:
        """It reads so from now on. What can still be chosen keeps its number. What is offered elsewhere under the same
        tokens goes with it.
        """
        known = self._menus.get(message)
        if known is None:
            return
        offered = {item.token for item in render.menu_of(body)}
        gone = {item.token for item in known.items} - offered
        for name, menu in list(self._menus.items()):
            left = tuple(item for item in menu.items if item.token not in gone)
            if not left:
                del self._menus[name]
            elif name == message or left != menu.items:
                self._menus[name] = Menu(menu.card, body if name == message else menu.body, left)

    def to_be_shown(self) -> str:
        """The last of the older cards, if there is no newest any more: people are to see which has its numbers."""
        if self._newest in self._menus:
            return ""
        return next((name for name, menu in reversed(self._menus.items()) if isinstance(menu.body, Card)), "")

    def body_of(self, message: str) -> Body:
        return self._menus[message].body
