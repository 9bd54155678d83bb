"""What the tools that ask a person ask: their arguments become a Question or a PlanReview."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from harness.approvals.asks import PlanReview, Question
from harness.approvals.deciders import Deciders
from harness.approvals.gate import Asker
from harness.chat.cards import Option
from harness.chat.people import Person
from harness.toolbox.ask_user import AskUser, seconds
from harness.toolbox.submit_plan import SubmitPlan
from harness.tools.arguments import MalformedArguments


def questions(people: Iterable[Person] = ()) -> Asker:
    """Makes the question that `ask_user` asks; it may be put to the `people` whom the workspace names. It raises
    MalformedArguments for others.
    """
    known: dict[str, list[Person]] = {}
    for person in people:
        for name in {name.casefold() for name in _names(person) if name}:
            known.setdefault(name, []).append(person)

    def question(arguments: AskUser, deciders: Deciders, expires: float | None, now: float) -> Question:
        options = tuple(Option(option.label, option.description) for option in arguments.options)
        asked = [_person(known, name) for name in arguments.ask]
        if asked:
            deciders = Deciders(frozenset(), requester=False, people=tuple(asked))
        if arguments.deadline:
            expires = now + seconds(arguments.deadline)
        return Question(
            arguments.question,
            options,
            multiple=arguments.multiple,
            free_text=arguments.free_text,
            deciders=deciders,
            expires=expires,
            default=arguments.default,
        )

    return question


question = questions()
"""Where nobody is named."""


def _names(person: Person) -> tuple[str, ...]:
    """All that they go by: their name, and each of their ids, with or without its platform and team."""
    return (person.name, *(id.rpartition(":")[2] for id in person.ids), *person.ids)


def _person(known: Mapping[str, Sequence[Person]], name: str) -> Person:
    found = known.get(name.removeprefix("@").casefold(), ())
    if len(found) > 1:
        which = " or ".join(sorted(person.id for person in found))
        raise MalformedArguments(f"malformed arguments for ask_user: ask: several people are {name}: say {which}")
    if not found:
        names = ", ".join(sorted({str(each) for all_of_it in known.values() for each in all_of_it}))
        named = names or "nobody: leave `ask` out"
        raise MalformedArguments(f"malformed arguments for ask_user: ask: {name} is not known here; known are {named}")
    return found[0]


def plan_review(modes: Collection[str]) -> Asker:
    """Makes the review that `submit_plan` asks for, in a mode that may lead to `modes`: if that is one alone, there,
    unless it says otherwise. It raises MalformedArguments for another one.
    """
    only = next(iter(modes)) if len(modes) == 1 else ""

    def review(arguments: SubmitPlan, deciders: Deciders, expires: float | None, now: float) -> PlanReview:
        mode = arguments.mode or only
        if mode and mode not in modes:
            allowed = f"it may be {' or '.join(sorted(modes))}" if modes else "leave it out"
            raise MalformedArguments(f"malformed arguments for submit_plan: mode: no plan leads to {mode}; {allowed}")
        return PlanReview(arguments.title, arguments.plan, mode=mode, deciders=deciders, expires=expires)

    return review
