"""Recounting of games under another komi: rows follow from the margin, at once and without events.

The change of limits determines a game whose winner stays. Its row, and the result that its record
proves, are derived by a few statements when the change is projected, live and on a rebuild alike;
the game's own stream gets the terms with the next event on it, and until then ``games.game.loading`` answers
as the row does. Games whose winner does not stay, and those with a claim, are left
to ``rescoring``: their streams record the change, because findings depend on it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any
from uuid import UUID

from django.db.models import (
    Case,
    CharField,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Abs, Cast, Concat, Floor, Upper
from django.db.models.lookups import Exact

from games.claims.rows import ClaimRow
from games.game.margins import SCORE, white_komi, without_komi
from games.game.rows import GameRow
from tournaments.domain.limits import LimitsChanged
from tournaments.limits.affected_games import NO_GAME, needs_replay
from tournaments.state.limits import ruleset_with_komi
from tournaments.state.tournament import Tournament
from tournaments.tables.projections import derive_rows
from tournaments.tables.rows import PairingRow


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsOfGames:
    """Games with the same terms, and the komi of their pairs."""

    ruleset: str
    length: int | None
    width: int
    height: int
    handicap: int
    komi: float
    paired: float

    def ruleset_now(self, state: Tournament) -> str | None:
        """Return their ruleset under the current limits; None if komi affects more than points."""
        now = ruleset_with_komi(state.limits.apply_to(self.ruleset), self.paired)
        return None if without_komi(now) is None else now

    def needs_replay(self, state: Tournament) -> Q:
        """Return the filter of games that have to be replayed after the change."""
        return needs_replay((self.ruleset, self.length, self.width, self.height), state, NO_GAME)


COLUMNS = [field.name for field in fields(TermsOfGames) if field.name != "paired"]
"""The terms that are columns of a game's row."""


@derive_rows(LimitsChanged)
def recount(before: Tournament, after: Tournament) -> None:
    """Set the current komi of pairs, and recount games whose winner stays."""
    _update_komi(before, after)
    games = _counted_games(after)
    for kind in _terms_of_games(games):
        ruleset = kind.ruleset_now(after)
        if ruleset is not None:
            _recount_games(_games_of_kind(games, kind, after), kind, ruleset, after.limits_number)
    _copy_proofs(after)


def _update_komi(before: Tournament, after: Tournament) -> None:
    komi_before = {id_: pair.komi for round_ in before.rounds.values() for id_, pair in round_.pairs.items()}
    changes = {
        (pair.handicap, komi_before[id_], pair.komi)
        for round_ in after.rounds.values()
        for id_, pair in round_.pairs.items()
        if komi_before[id_] != pair.komi
    }
    for handicap, old, new in changes:
        alike = PairingRow.objects.filter(tournament_id=UUID(after.id), handicap=handicap, komi=old)
        alike.update(komi=new)


def _counted_games(state: Tournament) -> "QuerySet[GameRow]":
    counted = GameRow.objects.filter(context=state.id, limits__lt=state.limits_number, by=SCORE)
    standing = counted.filter(withdrawn=False, illegal_turn=None, length=state.limits.turns)
    return standing.exclude(Exists(ClaimRow.objects.filter(game_id=OuterRef("game_id"))))


def _terms_of_games(games: "QuerySet[GameRow]") -> Iterable[TermsOfGames]:
    """Return the distinct terms of these games."""
    pair = PairingRow.objects.filter(game_id=OuterRef("game_id"))
    priced = games.annotate(paired=Subquery(pair.values("komi"))).exclude(paired=None)
    other = priced.exclude(paired=F("komi")).order_by()
    return [TermsOfGames(**found) for found in other.values(*COLUMNS, "paired").distinct()]


def _games_of_kind(games: "QuerySet[GameRow]", kind: TermsOfGames, state: Tournament) -> "QuerySet[GameRow]":
    pairs = PairingRow.objects.filter(tournament_id=UUID(state.id), komi=kind.paired)
    alike = games.filter(**{name: getattr(kind, name) for name in COLUMNS})
    return alike.filter(game_id__in=pairs.values("game_id")).exclude(kind.needs_replay(state))


def _recount_games(games: "QuerySet[GameRow]", kind: TermsOfGames, ruleset: str, number: int) -> None:
    komi = white_komi(ruleset, kind.handicap)
    more = komi - white_komi(kind.ruleset, kind.handicap)
    same_winner = Q(margin__gt=max(0.0, more)) | Q(margin__lt=min(0.0, more))
    games.filter(same_winner).update(
        ruleset=ruleset,
        komi=komi,
        limits=number,
        margin=F("margin") - more,
        outcome=_outcome_text(Abs(F("margin") - more)),
    )


def _outcome_text(points: Any) -> Any:
    """Return an outcome as ``Outcome`` prints it: ``B+12``, ``W+0.5``."""
    integral = Floor(points)
    half = Case(When(Q(Exact(points, integral)), then=Value("")), default=Value(".5"))
    return Concat(
        Upper("winner"),
        Value("+"),
        Cast(Cast(integral, IntegerField()), CharField()),
        half,
        output_field=CharField(),
    )


def _copy_proofs(state: Tournament) -> None:
    """Copy the results that the records prove to the rows of the pairs."""
    counted = GameRow.objects.filter(context=state.id, limits=state.limits_number, by=SCORE)
    text = Subquery(counted.filter(game_id=OuterRef("game_id")).values("outcome"))
    pairs = PairingRow.objects.filter(tournament_id=UUID(state.id), game_id__in=counted.values("game_id"))
    pairs.update(proved_text=text)
