"""Plan each row of a table of players: a new player, a known player, or a decision for a human.

A number identifies a person for certain. A name alone does not: such a row stays undecided until the table
(column ``known_player``) or the page states the identity. Rank, rating, club and country that a row leaves
out come from the federation's list by number, or from the known player.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any
from unicodedata import normalize

from games.marking import marked
from tournaments.competition.facts import EntryFacts, Registration
from tournaments.competition.ratings.ranks import rank_of, rating_of
from tournaments.formats.csv_players import NEW, PlayerLine, PlayerTable
from tournaments.formats.errors import Fault, RowFault
from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.rows import ListedPlayer
from tournaments.persons.lists.similar import NUMBERS, KnownPlayers, name_key
from tournaments.persons.lists.storing import by_number
from tournaments.tables.people import Organisation, Player

ONE_NUMBER = marked("%(column)s %(number)s is one person's: correct it, or leave one row out")
ONE_PLAYER = marked("two rows name one known player: choose new, or another player, for one of them")
LIKE = marked(
    "The name resembles that in line %(line)s. They are entered as two players unless you leave one row out."
)
NAMESAKES = marked(
    "leave one row out; if they are two persons, give their numbers, or write new as known_player"
)


class Outcome(StrEnum):
    """The outcome of reading a row."""

    NEW = "new_player"
    KNOWN = "known_player"
    ENTERED = "entered_already"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedLine(EntryFacts):
    """A row with its facts. ``candidates``: possible players; ``notes``: differences from lists."""

    line: PlayerLine
    outcome: Outcome
    player: Player | None = None
    candidates: tuple[Player, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    lines: tuple[PlannedLine, ...]
    faults: tuple[Fault, ...]

    @property
    def open_lines(self) -> tuple[PlannedLine, ...]:
        return tuple(line for line in self.lines if line.outcome is Outcome.UNDECIDED)

    def count(self, outcome: Outcome) -> int:
        return sum(line.outcome is outcome for line in self.lines)


@dataclass(slots=True, kw_only=True)
class Planner:
    """The state of planning a table.

    ``entered``: ids of the players of the tournament; ``decisions``: line -> "new" or a player's id.
    """

    known: KnownPlayers
    listed: Mapping[tuple[str, str], ListedPlayer]
    entered: Collection[str]
    rounds: int
    decisions: Mapping[int, str] = field(default_factory=dict)
    lines_by_mark: dict[str, int] = field(default_factory=dict)
    alike: dict[str, int] = field(default_factory=dict)

    def plan(self, table: PlayerTable) -> Plan:
        lines, faults = list[PlannedLine](), list(table.faults)
        for line in table.lines:
            try:
                lines.append(self._plan_line(line))
            except RowFault as fault:
                faults.append(fault.at(line.line))
        return Plan(lines=tuple(lines), faults=tuple(sorted(faults, key=lambda fault: fault.line)))

    def _plan_line(self, line: PlayerLine) -> PlannedLine:
        named = line.plays or line.absent or ()
        if late := [number for number in named if number > self.rounds]:
            column = "absent" if line.plays is None else "plays"
            raise RowFault(
                column,
                "bad_rounds",
                marked(
                    "there is no round %(number)s: %(rounds)s are played", number=late[0], rounds=self.rounds
                ),
            )
        if line.plays is not None:
            line = replace(line, absent=frozenset(range(1, self.rounds + 1)) - line.plays)
        decided = self.decisions.get(line.line, line.known_player)
        alike = self.known.alike(line.person.full, numbers_of(line))
        player = self._identify(line, decided, alike)
        undecided = not decided and alike and player is None
        self._check_unique(line, player, decided)
        listed = [row for each in numbers_of(line).items() if (row := self.listed.get(each)) is not None]
        line, notes = _fill_from_lists(line, listed, player)
        notes = (*line.notes, *notes, *self._similar_names(line))
        rank, rating = _strength(line, listed, player)
        outcome = Outcome.UNDECIDED if undecided else Outcome.NEW if player is None else Outcome.KNOWN
        if player is not None and str(player.id) in self.entered:
            outcome = Outcome.ENTERED
        return PlannedLine(
            line=line,
            outcome=outcome,
            rank=rank,
            rating=rating,
            country=line.person.country,
            club=line.person.club,
            player=player,
            candidates=tuple(alike),
            notes=notes,
            **Registration.facts_of(line),
        )

    def _identify(self, line: PlayerLine, decided: str, alike: Sequence[Player]) -> Player | None:
        if decided == NEW:
            return None
        if decided:
            found = self.known.by_id.get(decided)
            if found is None:
                raise RowFault(
                    "known_player",
                    "unknown_player",
                    marked("there is no player %(decided)s", decided=decided),
                )
            return found
        certain = [player for player in alike if _has_same_number(player, line)]
        return certain[0] if len(certain) == 1 else None

    def _check_unique(self, line: PlayerLine, player: Player | None, decided: str) -> None:
        """Check that a number, a known player, or a name without either occurs in one row only."""
        full = line.person.full
        marks = {
            f"{column} {number}": marked(ONE_NUMBER, column=column, number=number)
            for column, number in numbers_of(line).items()
        }
        if player:
            marks[f"player {player.id}"] = ONE_PLAYER
        if not marks and decided != NEW:
            marks[f"name {normalised_name(full)}"] = NAMESAKES
        for mark, advice in marks.items():
            if mark in self.lines_by_mark:
                line_before = self.lines_by_mark[mark]
                raise RowFault(
                    "",
                    "row_twice",
                    marked(
                        "the same as in line %(line)s, %(full)s: %(advice)s",
                        line=line_before,
                        full=full,
                        advice=advice,
                    ),
                )
        self.lines_by_mark |= dict.fromkeys(marks, line.line)

    def _similar_names(self, line: PlayerLine) -> tuple[str, ...]:
        """Note rows of one table with similar names; they are different persons, so this is only a note."""
        before = self.alike.setdefault(name_key(line.person.full), line.line)
        if before == line.line:
            return ()
        return (marked(LIKE, line=before),)


def plan_for(
    organisation: Organisation,
    table: PlayerTable,
    *,
    entered: Collection[str],
    rounds: int,
    decisions: Mapping[int, str] | None = None,
) -> Plan:
    """Return the plan for the table without writing anything.

    The number of queries does not depend on the length of the table.
    """
    numbers: dict[ListKind, set[str]] = {kind: set() for kind in ListKind}
    for line in table.lines:
        for kind, column in NUMBERS.items():
            if number := getattr(line.person, column):
                numbers[kind].add(number)
    found = by_number(organisation, {kind: some for kind, some in numbers.items() if some})
    planner = Planner(
        known=KnownPlayers(Player.objects.filter(organisation=organisation, erased=False)),
        listed={(NUMBERS[ListKind(kind)], number): row for (kind, number), row in found.items()},
        entered=entered,
        rounds=rounds,
        decisions=decisions or {},
    )
    return planner.plan(table)


def normalised_name(name: str) -> str:
    """Return a name with normalised case, blanks and accents."""
    return " ".join(normalize("NFC", name).casefold().split())


def numbers_of(line: PlayerLine) -> dict[str, str]:
    """Return column of ``Player`` -> number for the numbers in the row."""
    numbers = {column: getattr(line.person, column) for column in NUMBERS.values()}
    return {column: number for column, number in numbers.items() if number}


def _has_same_number(player: Player, line: PlayerLine) -> bool:
    return any(getattr(player, column) == number for column, number in numbers_of(line).items())


def _fill_from_lists(
    line: PlayerLine, listed: Sequence[ListedPlayer], player: Player | None
) -> tuple[PlayerLine, tuple[str, ...]]:
    """Fill in missing club and country, and note where a list differs."""
    sources: list[Any] = [*listed, *([player] if player else [])]
    person = line.person
    country = person.country or next((each.country for each in sources if each.country), "")
    club = person.club or next((each.club for each in sources if each.club), "")
    return replace(line, person=replace(person, country=country, club=club)), tuple(_notes(line, listed))


def _notes(line: PlayerLine, listed: Sequence[ListedPlayer]) -> Iterator[str]:
    for row in listed:
        title = row.listing.kind.upper()
        if name_key(row.name) != name_key(line.person.full):
            yield marked(
                "%(title)s %(number)s is %(who)s in the list of %(title)s.",
                title=title,
                number=row.number,
                who=row.name,
            )
        elif row.rating is not None and line.rating not in (None, row.rating):
            yield marked("The list of %(title)s has the rating %(rating)s.", title=title, rating=row.rating)


def _strength(line: PlayerLine, listed: Sequence[ListedPlayer], player: Player | None) -> tuple[int, int]:
    """Return rank and rating: the row's, one derived from the other, the list's or the player's."""
    if line.rank is not None or line.rating is not None:
        rank = rank_of(line.rating or 0) if line.rank is None else line.rank
        similar = [row.rating for row in listed if row.rating is not None and row.rank == rank]
        rating = next(iter(similar), round(rating_of(rank))) if line.rating is None else line.rating
        return rank, rating
    for row in listed:
        if row.rank is not None and row.rating is not None:
            return row.rank, row.rating
    if player is not None:
        return player.rank, player.rating
    message = marked(
        "neither a rank nor a rating, and no imported list has the number: enter a rank, such as 12k"
    )
    raise RowFault("rank", "missing_rank", message)
