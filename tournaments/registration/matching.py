"""Whom of the organisation's players, and of the others who registered, somebody may be. For directors' eyes.

| they are                | when                                                                       |
|-------------------------|----------------------------------------------------------------------------|
| one person, very likely | name alike, and the same number, or the same club or country; nothing said |
|                         | of either (number of one federation, country, birth year) is another's     |
| perhaps one person      | the same number, or a name alike                                           |

Whoever registers is told nothing of this: a stranger would learn who else plays.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from tournaments.persons.lists.alike import Known, known_players, same_name
from tournaments.tables.people import Player
from tournaments.tables.signups import HOLDING, Signup, SignupTerms, State

Person = Player | Signup
NUMBERS = ("egf_pin", "ffg_licence", "aga_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """``candidates``: players it may be; ``likely``: which it very likely is; ``twins``: registrations."""

    candidates: tuple[Player, ...] = ()
    likely: Player | None = None
    twins: tuple[Signup, ...] = ()

    @property
    def plain(self) -> bool:
        """Nobody needs to be asked who it is."""
        return not self.twins and (not self.candidates or self.likely is not None)


def recognise(terms: SignupTerms, signups: Iterable[Signup]) -> dict[UUID, Match]:
    """By id of the registration; however many they are, with the same two queries."""
    known = known_players(terms.organisation)
    others = list(Signup.objects.filter(terms=terms, state__in=(*HOLDING, State.WAITING)))
    named: dict[str, list[Signup]] = defaultdict(list)
    numbered: dict[tuple[str, str], list[Signup]] = defaultdict(list)
    for other in others:
        named[same_name(other.name)].append(other)
        for each in other.numbers.items():
            numbered[each].append(other)
    return {one.id: _match(one, known, named, numbered) for one in signups}


def _match(
    one: Signup,
    known: Known,
    named: Mapping[str, list[Signup]],
    numbered: Mapping[tuple[str, str], list[Signup]],
) -> Match:
    candidates = known.alike(one.name, one.numbers)
    likely = [player for player in candidates if same_person(one, player)]
    same = [other for each in one.numbers.items() for other in numbered.get(each, ())]
    same += [other for other in named.get(same_name(one.name), ()) if same_person(one, other)]
    twins = {other.id: other for other in same if other.id != one.id}
    return Match(
        candidates=tuple(candidates),
        likely=likely[0] if len(likely) == 1 else None,
        twins=tuple(twins.values()),
    )


def same_person(one: Person, other: Person) -> bool:
    """Very likely, as the table above says."""
    if same_name(one.name) != same_name(other.name) or _differ(one, other):
        return False
    return any(_both(one, other, column) for column in (*NUMBERS, "club", "country"))


def _both(one: Person, other: Person, column: str) -> bool:
    said = getattr(one, column).casefold()
    return bool(said) and said == getattr(other, column).casefold()


def _differ(one: Person, other: Person) -> bool:
    """Both say something, and not the same. Clubs are written in too many ways to tell people apart."""
    pairs = ((getattr(one, name), getattr(other, name)) for name in (*NUMBERS, "country", "birth_year"))
    return any(a and b and a != b for a, b in pairs)
