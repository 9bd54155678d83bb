"""Who may decide, by one function."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from harness.approvals.deciders import DEFAULT_ROLES, OWNERS, Deciders, keys_of
from harness.chat.people import Person
from harness.chat.phrases import plain
from tests.laws.colleague import ANA, BOB, CYD, DEE, LEADS

PEOPLE = st.sampled_from([ANA, BOB, CYD, DEE])
DECIDERS = st.builds(
    Deciders,
    st.sampled_from([LEADS, frozenset[str]()]),
    st.booleans(),
    not_authors=st.booleans(),
    quorum=st.integers(1, 2),
)


def test_by_default_the_requester_and_who_has_a_role_for_it_may_decide() -> None:
    owner = Person("slack", "T1", "U9", "Olga", frozenset({"owner"}))
    assert Deciders().may_decide(BOB, BOB, [BOB])
    assert Deciders().may_decide(owner, BOB, [BOB])
    assert not Deciders().may_decide(DEE, BOB, [BOB, DEE])
    assert {"owner", "approver"} == DEFAULT_ROLES


def test_what_concerns_everybody_is_an_owners_whoever_asked_for_it() -> None:
    owner = Person("slack", "T1", "U9", "Olga", frozenset({"owner"}))
    assert OWNERS.entitles(owner)
    assert OWNERS.may_decide(owner, BOB, [BOB, owner])
    for other in (replace(owner, roles=frozenset({"approver"})), replace(owner, bot=True)):
        assert not OWNERS.entitles(other)
        assert not OWNERS.may_decide(other, other, [other])


def test_who_decides_by_name_is_entitled_without_a_role_and_a_requester_only_in_their_turn() -> None:
    assert Deciders(LEADS, people=(BOB,)).entitles(BOB)
    assert not Deciders(LEADS).entitles(BOB)
    assert Deciders(LEADS).held_by_any(LEADS | {"owner"})
    assert not Deciders(LEADS).held_by_any(frozenset({"owner"}))


def test_a_bot_never_decides() -> None:
    bot = Person("slack", "T1", "B1", "Bot", LEADS, bot=True)
    assert not Deciders(LEADS).may_decide(bot, bot, [bot])


@given(DECIDERS, PEOPLE, PEOPLE, st.lists(PEOPLE))
def test_nobody_who_took_part_decides_what_is_not_for_authors(
    deciders: Deciders, person: Person, requester: Person, authors: list[Person]
) -> None:
    if deciders.not_authors and person in (requester, *authors):
        assert not deciders.may_decide(person, requester, authors)


@given(DECIDERS, st.lists(PEOPLE, max_size=2), PEOPLE, PEOPLE, st.booleans())
def test_whoever_may_decide_is_found_by_a_key_of_theirs(
    deciders: Deciders, named: list[Person], person: Person, requester: Person, elsewhere: bool
) -> None:
    deciders = replace(deciders, people=tuple(named))
    if elsewhere:  # they were not known by all of their accounts yet when they asked
        person = replace(person, platform="discord", accounts=(person.account,))
    if deciders.may_decide(person, requester, ()):
        assert deciders.keys(requester) & keys_of(person)


def test_nobody_is_found_by_what_another_is_called() -> None:
    assert not Deciders(frozenset({BOB.id}), requester=False).keys(ANA) & keys_of(BOB)


@given(DECIDERS, PEOPLE, st.lists(PEOPLE))
def test_a_grant_counts_only_if_everybody_could_have_decided_alone(
    deciders: Deciders, requester: Person, authors: list[Person]
) -> None:
    everybody = all(deciders.may_decide(p, requester, authors) for p in (requester, *authors))
    assert deciders.may_grant(requester, authors) == (everybody and deciders.quorum == 1)


@given(DECIDERS, PEOPLE, PEOPLE, st.lists(PEOPLE), st.permutations(["elsewhere:T:7", ""]), st.booleans())
def test_from_another_account_of_theirs_a_person_decides_no_more_and_no_less(
    deciders: Deciders, person: Person, requester: Person, authors: list[Person], order: list[str], named: bool
) -> None:
    accounts = tuple(id or person.id for id in order)
    elsewhere = replace(person, platform="elsewhere", user="7", accounts=accounts)
    deciders = replace(deciders, people=(person,) if named else ())
    told = (requester, authors)
    assert deciders.may_decide(elsewhere, *told) == deciders.may_decide(person, *told)
    turned = (elsewhere if requester == person else requester, [elsewhere if a == person else a for a in authors])
    assert deciders.may_decide(person, *turned) == deciders.may_decide(person, *told)
    assert deciders.may_grant(*turned) == deciders.may_grant(*told)


def test_people_are_told_who_may_decide() -> None:
    def told(deciders: Deciders, requester: Person, *known: Person) -> str:
        return plain(deciders.described(requester, known))

    leads = [replace(CYD, name=name, user=name) for name in "efgh"]
    assert told(Deciders(), ANA) == "Ana or an approver"
    assert told(OWNERS, ANA) == "an owner"
    assert told(Deciders(LEADS, requester=False), ANA) == "a lead"
    assert told(Deciders(LEADS), BOB, ANA, BOB, CYD) == "Bob or a lead (Ana, Cyd)"
    assert told(Deciders(LEADS), BOB, *leads) == "Bob or a lead (e, f, g, 1 more)"
    assert told(Deciders(LEADS, quorum=2), BOB) == "2 people (Bob or a lead)"
    assert told(Deciders(), replace(ANA, bot=True)) == "an approver"
    assert told(Deciders(LEADS, not_authors=True), BOB) == "a lead who took no part in this"
    assert told(Deciders(frozenset(), requester=False, people=(CYD, DEE)), BOB) == "Cyd or Dee"
    assert told(Deciders(frozenset(), requester=False), BOB) == "nobody"


def test_who_is_asked_is_a_person_and_who_only_could_decide_is_named() -> None:
    assert Deciders(LEADS).described(BOB, (ANA,)) == (BOB, " or ", "a lead (Ana)")
