"""Everybody is known, as they come; bots are not."""

from harness.chat.people import Person


class Everybody:
    """Fulfils `harness.loop.intake.People`."""

    async def known(self, person: Person) -> Person | None:
        return None if person.bot or not person.member else person

    async def refusal(self, person: Person) -> str:
        return f"I do not know you, {person}."
