"""A conversation of 400 messages in which 40 facts are said, eight of which are corrected later; the rest is talk."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

MESSAGES, SEED = 400, 14


@dataclass(frozen=True, slots=True)
class Fact:
    """The `text`, in which the `answer` is; `words` are those by which anybody would look for it. If it is corrected,
    what it is corrected to is the fact, and what was said `first` is not.
    """

    words: str
    text: str
    answer: str
    first: str = ""


FACTS = (
    Fact("staging database", "The staging database is called heron-7", "heron-7"),
    Fact("release manager", "The release manager for this quarter is Mira Olsen", "Mira Olsen"),
    Fact("invoice limit", "The invoice limit without a second signature is 4,217 euros", "4,217 euros"),
    Fact("backup bucket", "The backup bucket lives in eu-north-1", "eu-north-1"),
    Fact("retention logs", "We decided on a retention of 45 days for the logs", "45 days"),
    Fact("payment provider", "We go with Mollie as the payment provider", "Mollie"),
    Fact("freeze december", "The freeze in december begins on the 11th", "11th"),
    Fact("customer Harlow", "The customer Harlow pays by bank transfer only", "bank transfer"),
    Fact("port metrics", "The port of the metrics exporter is 9417", "9417"),
    Fact("gate code", "The gate code of the warehouse is kept by Jonas", "Jonas"),
    Fact("deploy window", "The deploy window is Tuesday from 14:30", "Tuesday from 14:30"),
    Fact("rate limit", "The rate limit of the public API is 320 a minute", "320 a minute"),
    Fact("mobile team", "The mobile team is moving to Flutter", "Flutter"),
    Fact("license key", "The license key of the charts is in the vault as charts-prod", "charts-prod"),
    Fact("migration order", "In the migration, the orders table comes after the users table", "after the users table"),
    Fact("escalation number", "The escalation number for nights ends in 5521", "5521"),
    Fact("parental leave", "Priya is on parental leave until the 3rd of March", "3rd of March"),
    Fact("budget cloud", "The budget for the cloud is 18,400 a month", "18,400"),
    Fact("queue workers", "We run 12 queue workers in production", "12 queue workers"),
    Fact("tax id", "The tax id on the new invoices begins with NL-88", "NL-88"),
    Fact("conference talk", "Our conference talk was accepted for Lisbon", "Lisbon"),
    Fact("feature flag", "The feature flag for the new cart is cart_v3", "cart_v3"),
    Fact("linter config", "We keep the linter config in tools/lint.toml", "tools/lint.toml"),
    Fact("password rotation", "Password rotation is every 180 days", "180 days"),
    Fact("importer owner", "The owner of the importer is Tomasz", "Tomasz"),
    Fact("translation vendor", "The translation vendor is called Lingua Nova", "Lingua Nova"),
    Fact("cache size", "The cache size was set to 6 gigabytes", "6 gigabytes"),
    Fact("pilot school", "The pilot school is in Utrecht", "Utrecht"),
    Fact("default currency", "The default currency for new shops is SEK", "SEK"),
    Fact("printer room", "The printer moved to room 2.14", "2.14"),
    Fact("error budget", "The error budget is 0.3 percent", "0.3 percent"),
    Fact("archive format", "The format of the archive is Parquet", "Parquet"),
    Fact("launch date", "The launch date is the 27th of May", "27th of May", "the 9th of May"),
    Fact("support hours", "The support hours are from 8 to 20", "8 to 20", "from 9 to 17"),
    Fact("auditor name", "The name of the auditor is Ines Duarte", "Ines Duarte", "Paulo Reis"),
    Fact("search engine", "For the catalogue we take Typesense as the search engine", "Typesense", "Meilisearch"),
    Fact("branch policy", "The branch policy asks for two reviews", "two reviews", "one review"),
    Fact("newsletter day", "The newsletter goes out on a fixed day, Thursday", "Thursday", "Monday"),
    Fact("token lifetime", "The lifetime of a token is 20 minutes", "20 minutes", "2 hours"),
    Fact("office move", "The office move is planned for autumn", "autumn", "spring"),
)

TALK = (
    "I had a look at the pull request from this morning and left a few remarks",
    "The build was slow again, and nobody knows yet whether it is the runner or the tests",
    "Could somebody tell me whether the meeting room is free after lunch",
    "I rewrote the onboarding page so that it fits on one screen of a phone",
    "There is a draft of the report in the shared folder, comments are welcome",
    "We talked about the roadmap for an hour and agreed to talk again",
    "The dashboard shows a small bump around noon that goes away by itself",
    "I would rather not touch that module before the holidays",
    "Somebody asked in the forum how to export a list, and I answered them",
    "The new laptops have arrived and are waiting at the front desk",
    "My guess is that the timeout comes from the proxy and not from us",
    "Let us keep it simple and do the obvious thing until it hurts",
    "I moved the old tickets to the bottom so that we see what matters",
    "The designer sent three variants, and the second one looks best to me",
)


def messages(count: int = MESSAGES, facts: tuple[Fact, ...] = FACTS) -> Iterator[str]:
    """What is said, one after the other: each fact once, at equal distances, by turns at the beginning of its message
    and within it. What is corrected is said wrong in the first half, and right in the second.
    """
    random, said = Random(SEED), [""] * count
    later = [fact for fact in facts if fact.first]
    places = [place * count // (len(facts) + len(later)) for place in range(len(facts) + len(later))]
    wrong = {places[2 * number + 1]: fact for number, fact in enumerate(later)}
    right = [place for place in places if place not in wrong]
    right_later = right[len(right) - 2 * len(later) :: 2][: len(later)]
    rest = iter([fact for fact in facts if not fact.first])
    for number, place in enumerate(places):
        talk = random.sample(TALK, 3)
        if place in wrong:
            fact = wrong[place]
            sentence = fact.text.replace(fact.answer, fact.first)
        elif place in right_later:
            fact = later[right_later.index(place)]
            sentence = f"Correction: {fact.text}, not {fact.first}"
        else:
            sentence = next(rest).text
        talk.insert(number % 2, sentence)
        said[place] = f"{'. '.join(talk)}."
    for text in said:
        yield text or f"{'. '.join(random.sample(TALK, 4))}."
