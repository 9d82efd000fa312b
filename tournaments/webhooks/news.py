"""Which events are news, and of which kind. Pure; events are known by their stable wire names alone.

| event | kinds |
|---|---|
| a result reported, recorded, cleared | result, standings |
| a result ruled on, a ruling lifted | ruling, result, standings |
| a ruling appealed against | ruling |
| a report that contradicts the other player's | dispute too |
| a player entered, an entry changed, withdrawn or reinstated | standings |
| an absence declared or withdrawn | standings |
| a round paired, unpaired, published, unpublished; a bye given or taken back | standings |
| a pair made or unmade by hand, its colours swapped, its handicap set | standings |
| a team formed, changed or disbanded, its line-up set | standings |
| settings changed | standings |

Standings are news where an event can change a row after some round, of players or of teams, as officers see
it or as the public does; whether it did is not computed. All other events of tournaments are in ``NOTHING``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.log.store import Recorded


class Kind(StrEnum):
    """What an endpoint may ask for; the names are stable."""

    RESULT = "result"
    DISPUTE = "dispute"
    RULING = "ruling"
    STANDINGS = "standings"


REPORTED = "tournament.result-reported.v1"
CREATED = "tournament.created.v1"
STANDINGS = (Kind.STANDINGS,)
RESULT = (Kind.RESULT, Kind.STANDINGS)
RULING = (Kind.RULING, Kind.RESULT, Kind.STANDINGS)
KINDS: Mapping[str, tuple[Kind, ...]] = {
    REPORTED: RESULT,
    "tournament.result-recorded.v1": RESULT,
    "tournament.result-cleared.v1": RESULT,
    "tournament.result-ruled.v1": RULING,
    "tournament.ruling-lifted.v1": RULING,
    "tournament.ruling-appealed.v1": (Kind.RULING,),
    "tournament.settings-changed.v1": STANDINGS,
    "tournament.player-entered.v1": STANDINGS,
    "tournament.entry-changed.v1": STANDINGS,
    "tournament.entry-withdrawn.v1": STANDINGS,
    "tournament.entry-reinstated.v1": STANDINGS,
    "tournament.absence-declared.v1": STANDINGS,
    "tournament.absence-withdrawn.v1": STANDINGS,
    "tournament.round-paired.v1": STANDINGS,
    "tournament.round-unpaired.v1": STANDINGS,
    "tournament.round-published.v1": STANDINGS,
    "tournament.round-unpublished.v1": STANDINGS,
    "tournament.bye-given.v1": STANDINGS,
    "tournament.bye-taken-back.v1": STANDINGS,
    "tournament.pair-made-by-hand.v1": STANDINGS,
    "tournament.pair-unmade.v1": STANDINGS,
    "tournament.colours-swapped.v1": STANDINGS,
    "tournament.handicap-set.v1": STANDINGS,
    "tournament.team-formed.v1": STANDINGS,
    "tournament.team-changed.v1": STANDINGS,
    "tournament.team-disbanded.v1": STANDINGS,
    "tournament.line-up-set.v1": STANDINGS,
}

VISIBLE = "the standings are the same, whoever may read them"
PRESENT = "who is here says nothing of who plays: an absence does"
CLOSED = "results stay as they are"
TABLE = "where a game is played is no part of a result"
WISH = "it counts when a round is paired, and is not public"
CLUBS = "it counts when a round is paired"
NOTHING: Mapping[str, str] = {
    CREATED: "nobody can be waiting for news of it yet, and what is read from a file is old",
    "tournament.details-changed.v1": "no score depends on the poster",
    "tournament.limits-changed.v1": "no score depends on it; results that follow from it are recorded",
    "tournament.published.v1": VISIBLE,
    "tournament.unpublished.v1": VISIBLE,
    "tournament.player-checked-in.v1": PRESENT,
    "tournament.check-in-undone.v1": PRESENT,
    "tournament.round-closed.v1": CLOSED,
    "tournament.round-reopened.v1": CLOSED,
    "tournament.pairing-proved.v1": "the pairing is the same",
    "tournament.table-moved.v1": TABLE,
    "tournament.tables-renumbered.v1": TABLE,
    "tournament.pair-pinned.v1": TABLE,
    "tournament.player-pinned.v1": WISH,
    "tournament.bye-asked-for.v1": WISH,
    "tournament.bye-not-asked-for.v1": WISH,
    "tournament.meeting-group-set.v1": WISH,
    "tournament.meeting-group-dropped.v1": WISH,
    "tournament.club-group-set.v1": CLUBS,
    "tournament.club-group-dropped.v1": CLUBS,
}
"""Events of tournaments that are no news, and why."""

OTHER_STREAMS: Mapping[str, str] = {
    "game": "what a record proves changes no result by itself",
    "claim": "it is of two players and officials; a ruling that changes a result is the tournament's too",
}
"""Why nothing else that happens is news, by the first word of its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """``round`` and ``game_id`` are None where the event names none."""

    kind: Kind
    recorded: Recorded
    round: int | None = None
    game_id: str | None = None


def news(recorded: Recorded, *, disputed: bool = False) -> list[News]:
    """What an event is news of. ``disputed``: the two reports of its game differ now."""
    kinds = KINDS.get(recorded.kind, ())
    if disputed and recorded.kind == REPORTED:
        kinds = (*kinds, Kind.DISPUTE)
    return [
        News(
            kind=kind,
            recorded=recorded,
            round=recorded.data.get("round"),
            game_id=recorded.data.get("game_id"),
        )
        for kind in kinds
    ]
