"""Entrants from rows of a table of results, identified by their names."""

from collections.abc import Iterable, Sequence

from tournaments.competition.history import Entrant
from tournaments.competition.ratings.ranks import rating_of
from tournaments.formats.opengotha import key
from tournaments.formats.results_games import FileGames
from tournaments.formats.results_rows import Row, fault


def ids_of(rows: Iterable[Row]) -> list[str]:
    """Return surname and given name in capitals without blanks, as in ``opengotha``.

    Raises ``ExchangeError``.
    """
    lines: dict[str, int] = {}
    for row in rows:
        id_ = key(row.name + row.first_name)
        if id_ in lines:
            raise fault("duplicate_player", f"{id_[:80]} stands in line {lines[id_]} too", row.line)
        lines[id_] = row.line
    return list(lines)


def entrants_of(rows: Sequence[Row], ids: Sequence[str], games: FileGames) -> dict[str, Entrant]:
    """Return the entrants in the order of the rows; ratings are the middle of the rank."""
    order = {id_: place for place, id_ in enumerate(sorted(ids))}
    return {
        id_: Entrant(
            id=id_,
            rank=row.rank,
            rating=int(rating_of(row.rank)),
            country=row.country,
            club=row.club,
            order=order[id_],
            absent=games.absent.get(id_, frozenset()),
        )
        for id_, row in zip(ids, rows, strict=True)
    }
