"""Match registrations with known players and with each other, for directors.

| they are                | when                                                                       |
|-------------------------|----------------------------------------------------------------------------|
| one person, very likely | similar names, and the same number, club or country; no known fact of both |
|                         | (number of one federation, country, birth year) differs                    |
| perhaps one person      | the same number, or similar names                                          |

Players who register do not see matches, which would reveal who else plays.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from tournaments.persons.lists.similar import KnownPlayers, known_players, name_key
from tournaments.tables.people import Player
from tournaments.tables.signups import HOLDING, Signup, SignupTerms, State

Person = Player | Signup
NUMBERS = ("egf_pin", "ffg_licence", "aga_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The players and registrations that may be the person of a registration.

    ``candidates``: possible players; ``likely``: the very likely one; ``twins``: similar registrations.
    """

    candidates: tuple[Player, ...] = ()
    likely: Player | None = None
    twins: tuple[Signup, ...] = ()

    @property
    def needs_no_decision(self) -> bool:
        """Return whether the match needs no decision by a director."""
        return not self.twins and (not self.candidates or self.likely is not None)


def match_signups(terms: SignupTerms, signups: Iterable[Signup]) -> dict[UUID, Match]:
    """Return the match of each registration by id, with two queries in all."""
    known = known_players(terms.organisation)
    others = list(Signup.objects.filter(terms=terms, state__in=(*HOLDING, State.WAITING)))
    by_name: dict[str, list[Signup]] = defaultdict(list)
    numbered: dict[tuple[str, str], list[Signup]] = defaultdict(list)
    for other in others:
        by_name[name_key(other.name)].append(other)
        for each in other.numbers.items():
            numbered[each].append(other)
    return {one.id: _match(one, known, by_name, numbered) for one in signups}


def _match(
    one: Signup,
    known: KnownPlayers,
    by_name: Mapping[str, list[Signup]],
    numbered: Mapping[tuple[str, str], list[Signup]],
) -> Match:
    candidates = known.alike(one.name, one.numbers)
    likely = [player for player in candidates if same_person(one, player)]
    same = [other for each in one.numbers.items() for other in numbered.get(each, ())]
    same += [other for other in by_name.get(name_key(one.name), ()) if same_person(one, other)]
    twins = {other.id: other for other in same if other.id != one.id}
    return Match(
        candidates=tuple(candidates),
        likely=likely[0] if len(likely) == 1 else None,
        twins=tuple(twins.values()),
    )


def same_person(one: Person, other: Person) -> bool:
    """Return whether both are very likely one person, by the table above."""
    if name_key(one.name) != name_key(other.name) or _differ(one, other):
        return False
    return any(_values_of_both(one, other, column) for column in (*NUMBERS, "club", "country"))


def _values_of_both(one: Person, other: Person, column: str) -> bool:
    said = getattr(one, column).casefold()
    return bool(said) and said == getattr(other, column).casefold()


def _differ(one: Person, other: Person) -> bool:
    """Return whether a fact of both differs. Clubs are left out: their spelling varies too much."""
    pairs = ((getattr(one, name), getattr(other, name)) for name in (*NUMBERS, "country", "birth_year"))
    return any(a and b and a != b for a, b in pairs)
