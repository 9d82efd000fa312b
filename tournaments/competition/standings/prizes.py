"""Prizes as views of one standing, ordered only by the rules in this table.

| name          | placed                                             | by                                    |
|---------------|----------------------------------------------------|---------------------------------------|
| places        | everybody                                          | place                                 |
| wins-N        | players who won N games: all rounds, all but one   | number of wins; there is no last      |
| category-N    | players of category N                              | place                                 |
| best-kyu      | players of 1 kyu and weaker                        | place                                 |
| youth         | players younger than an age at the end of the year | place                                 |
| women         | women                                              | place                                 |
| club, country | clubs, countries with three players or more        | sum of their three best places, least |
| greatest-rise | players whose rating rose                          | change of the rating, greatest        |

Only players with a game that has a result, or with a bye, count. Equal values share the place, and all who
share the last place with a prize are listed. Places are those of the standing, which equal players share.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from games.marking import join_marked, marked
from tournaments.competition.history import Entrant, History, Winner
from tournaments.competition.ranks import format_rank
from tournaments.competition.standings.placement import Standings

OF_A_TEAM = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalFacts:
    """The personal facts of entrants that prizes need; missing entrants are unknown.

    ``rises``: changes of ratings in thousandths, None if nothing is rated. ``year``: of the event, None: not
    known.
    """

    birth_years: Mapping[str, int] = field(default_factory=dict)
    women: Mapping[str, bool] = field(default_factory=dict)
    rises: Mapping[str, int] | None = None
    year: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a view.

    ``place`` in the view; ``name``: of a club or country; ``value`` decides, ``text`` displays it.
    """

    place: int
    entrants: tuple[str, ...]
    value: int
    text: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A view of one prize.

    ``missing``: unknown facts that would matter, for people; ``personal``: for officers only.
    """

    name: str
    title: str
    rule: str
    lines: tuple[Line, ...] = ()
    missing: str = ""
    personal: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeChoices:
    """The choices for prizes: the number of places with a prize, and the age limit of youth."""

    first: int = 3
    youth: int = 18


BY_PLACE = marked("By place; players who share a place share the prize.")
WINS = marked(
    "Games won, including by default; a bye is not a win. All players with this many wins get the prize."
)
FEWEST_ROUNDS = 3  # with fewer, one win of two is no feat
RISE = marked("By the change of the EGF rating in this tournament, to three decimals.")
MISSING_FACTS = {
    "birth_year": (
        marked("No player has a birth year. Enter it on the players' forms."),
        marked("%(some)s of %(all)s players have no birth year."),
    ),
    "woman": (
        marked("No player is marked as woman or man. Enter it on the players' forms."),
        marked("Not entered for %(some)s of %(all)s players."),
    ),
}
OF_TEAMS = {
    "club": (
        marked("Club"),
        marked("Sum of the three best places of a club. The lowest sum wins; equal sums share the place."),
        marked("No clubs with three players."),
    ),
    "country": (
        marked("Country"),
        marked("Sum of the three best places of a country. The lowest sum wins; equal sums share the place."),
        marked("No countries with three players."),
    ),
}


def prizes(
    history: History, table: Standings, known: PersonalFacts, choices: PrizeChoices | None = None
) -> list[View]:
    """Return every view, in the order of the table above."""
    views = _PrizeTable(history, table, known, choices or PrizeChoices())
    return [
        views.first_places(),
        *views.wins(),
        *views.categories(),
        views.best_kyu(),
        views.youth(),
        views.women(),
        *views.teams(),
        views.rise(),
    ]


class _PrizeTable:
    """A standing and the known facts of its entrants."""

    def __init__(
        self, history: History, table: Standings, known: PersonalFacts, choices: PrizeChoices
    ) -> None:
        self.history, self.known, self.choices = history, known, choices
        active = _active(history, table.round)
        self.places = {row.entrant_id: row.place for row in table.rows if row.entrant_id in active}
        self.rounds = table.round

    def first_places(self) -> View:
        return View(
            name="places",
            title=marked("First places"),
            rule=BY_PLACE,
            lines=self._by_place(self.places),
        )

    def wins(self) -> Iterable[View]:
        """Yield the winners of all rounds and of all but one."""
        won = _games_won(self.history, self.rounds)
        for wins in (self.rounds, self.rounds - 1) if self.rounds >= FEWEST_ROUNDS else ():
            text = marked("%(wins)s of %(rounds)s", wins=wins, rounds=self.rounds)
            yield View(
                name=f"wins-{wins}",
                title=marked("%(wins)s wins of %(rounds)s", wins=wins, rounds=self.rounds),
                rule=WINS,
                lines=tuple(
                    Line(place=1, entrants=(id_,), value=wins, text=text)
                    for id_ in self.places
                    if won[id_] == wins
                ),
            )

    def categories(self) -> Iterable[View]:
        limits = self.history.settings.categories
        for number in range(1, len(limits) + 2 if limits else 1):
            who = [id_ for id_ in self.places if category_of(self._entrant(id_).rank, limits) == number]
            yield View(
                name=f"category-{number}",
                title=marked("Category %(number)s", number=number),
                rule=join_marked([_ranks_in_words(limits, number), BY_PLACE]),
                lines=self._by_place(who),
            )

    def best_kyu(self) -> View:
        who = [id_ for id_ in self.places if self._entrant(id_).rank < 0]
        rule = join_marked([marked("1 kyu and weaker, as entered."), BY_PLACE])
        return View(name="best-kyu", title=marked("Best kyu"), rule=rule, lines=self._by_place(who))

    def youth(self) -> View:
        year, years = self.known.year, self.known.birth_years
        unknown = [id_ for id_ in self.places if id_ not in years]
        who = [id_ for id_ in self.places if year and id_ in years and year - years[id_] < self.choices.youth]
        missing = _missing_facts(unknown, self.places, "birth_year")
        return View(
            name="youth",
            title=marked("Youth, under %(age)s", age=self.choices.youth),
            rule=join_marked([_youth_rule(self.choices.youth, year), BY_PLACE]),
            lines=self._by_place(who),
            missing=missing if year else marked("The tournament has no date, so ages are unknown."),
            personal=True,
        )

    def women(self) -> View:
        known = self.known.women
        unknown = [id_ for id_ in self.places if id_ not in known]
        return View(
            name="women",
            title=marked("Women"),
            rule=join_marked([marked("Women, as the list of players says."), BY_PLACE]),
            lines=self._by_place([id_ for id_ in self.places if known.get(id_)]),
            missing=_missing_facts(unknown, self.places, "woman"),
            personal=True,
        )

    def teams(self) -> Iterable[View]:
        yield self._team("club", lambda entrant: f"{entrant.country} {entrant.club}")
        yield self._team("country", lambda entrant: entrant.country)

    def rise(self) -> View:
        rises = self.known.rises
        rose = {id_: rises[id_] for id_ in self.places if rises and rises.get(id_, 0) > 0}
        found = [
            Candidate(value=-rise, entrants=(id_,), text=marked("up %(by)s", by=f"{rise / 1000:.3f}"))
            for id_, rise in rose.items()
        ]
        return View(
            name="greatest-rise",
            title=marked("Greatest rise"),
            rule=RISE,
            lines=self._lines(found),
            missing=marked("No game of this tournament is rated.") if rises is None else "",
        )

    def _entrant(self, id_: str) -> Entrant:
        return self.history.entrants[id_]

    def _by_place(self, entrants: Iterable[str]) -> tuple[Line, ...]:
        places = {id_: self.places[id_] for id_ in entrants}
        return self._lines(
            Candidate(value=place, entrants=(id_,), text=marked("place %(place)s", place=place))
            for id_, place in places.items()
        )

    def _lines(self, found: Iterable["Candidate"]) -> tuple[Line, ...]:
        """Return lines by value, the smallest first, with shared places for equals, as far as prizes go."""
        ordered = sorted(found, key=lambda one: (one.value, one.name))  # equals: as in the table
        values = [one.value for one in ordered]
        lines = (
            Line(
                place=1 + bisect_left(values, one.value),
                entrants=one.entrants,
                value=abs(one.value),
                text=one.text,
                name=one.name,
            )
            for one in ordered
        )
        return tuple(line for line in lines if line.place <= self.choices.first)

    def _team(self, name: str, of: Callable[[Entrant], str]) -> View:
        members: dict[str, list[str]] = {}
        without = 0
        for id_ in self.places:
            entrant = self._entrant(id_)
            if getattr(entrant, name):
                members.setdefault(of(entrant).strip(), []).append(id_)
            else:
                without += 1
        title, rule, none = OF_TEAMS[name]
        enough = any(len(who) >= OF_A_TEAM for who in members.values())
        for_none = marked("%(some)s players have none.", some=without) if without else ""
        return View(
            name=name,
            title=title,
            rule=rule,
            lines=self._lines(self._best_three(members)),
            missing=for_none if enough else none,
        )

    def _best_three(self, members: Mapping[str, list[str]]) -> Iterable["Candidate"]:
        for name, who in members.items():
            best = sorted(who, key=lambda id_: (self.places[id_], self._entrant(id_).order))[:OF_A_TEAM]
            if len(best) == OF_A_TEAM:
                places = [self.places[id_] for id_ in best]
                said = f"{' + '.join(map(str, places))} = {sum(places)}"
                yield Candidate(value=sum(places), entrants=tuple(best), text=said, name=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A competitor for a prize: a smaller ``value`` is better."""

    value: int
    entrants: tuple[str, ...]
    text: str
    name: str = ""


def _active(history: History, round_: int) -> set[str]:
    """Return the entrants who have a game with a result, or a bye."""
    games = [game for game in history.games if game.round <= round_]
    finished = [game for game in games if game.result.winner is not Winner.NOBODY_YET]
    byes = (who for number, who in history.byes.items() if number <= round_)
    return {id_ for game in finished for id_ in (game.white, game.black)}.union(*byes)


def _games_won(history: History, round_: int) -> Counter[str]:
    """Return how many games that count each entrant has won."""
    voided = {id_ for id_, entrant in history.entrants.items() if entrant.voided}
    won: Counter[str] = Counter()
    for game in history.games:
        if game.round <= round_ and voided.isdisjoint((game.white, game.black)):
            winner = game.result.winner
            won.update([game.white] if winner in (Winner.WHITE, Winner.BOTH) else [])
            won.update([game.black] if winner in (Winner.BLACK, Winner.BOTH) else [])
    return won


def category_of(rank: int, limits: Sequence[int]) -> int:
    """Return the number of a rank's category, 1 for the highest."""
    return 1 + sum(rank < limit for limit in limits)


def _ranks_in_words(limits: Sequence[int], number: int) -> str:
    """Return the ranks of a category in words."""
    weaker = format_rank(limits[number - 2]) if number > 1 else ""
    last = format_rank(limits[number - 1]) if number <= len(limits) else ""
    if not weaker:
        return marked("Ranks %(last)s and stronger.", last=last)
    if not last:
        return marked("Ranks weaker than %(than)s.", than=weaker)
    return marked("Ranks weaker than %(than)s, %(last)s and stronger.", than=weaker, last=last)


def _youth_rule(age: int, year: int | None) -> str:
    if year:
        return marked("Younger than %(age)s at the end of %(year)s.", age=age, year=year)
    return marked("Younger than %(age)s at the end of the year.", age=age)


def _missing_facts(unknown: Sequence[str], of: Mapping[str, int], what: str) -> str:
    if not unknown:
        return ""
    nobody, some = MISSING_FACTS[what]
    return nobody if len(unknown) == len(of) else marked(some, some=len(unknown), all=len(of))
