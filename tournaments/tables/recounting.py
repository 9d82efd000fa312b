"""Another komi for games that were counted: rows follow from the margin, at once and without events.

The change of limits says everything about a game whose winner stays. Its row, and what its record proves
beside the result, are derived by a few statements when the change is projected, live and on a rebuild alike;
the game's own stream gets the terms with the next event on it. Games whose winner does not stay, and those
about which somebody claims something, are left to ``limits.rescoring``: their streams tell what happened,
since findings rest on them.
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
from games.game.counted import SCORE, komi_received, without_komi
from games.game.rows import GameRow
from tournaments.events.limits import terms
from tournaments.state.tournament import Tournament
from tournaments.tables.affected import touched_by
from tournaments.tables.rows import PairingRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Games that are alike, and the komi of their pairs."""

    ruleset: str
    length: int | None
    width: int
    height: int
    handicap: int
    komi: float
    paired: float

    def under(self, state: Tournament) -> str | None:
        """Their ruleset under the limits of now; None where komi is more than points."""
        now = terms(state.limits.on(self.ruleset), self.paired)
        return None if without_komi(now) is None else now

    def replayed(self, state: Tournament) -> Q:
        """Those which the change touches so that only a replay tells."""
        return touched_by((self.ruleset, self.length, self.width, self.height), state, Q(pk__in=[]))


COLUMNS = [field.name for field in fields(Kind) if field.name != "paired"]
"""Those that are columns of a game's row."""


def reprice(before: Tournament, after: Tournament) -> None:
    """The komi of pairs, where it is another one."""
    was = {id_: pair.komi for round_ in before.rounds.values() for id_, pair in round_.pairs.items()}
    moved = {
        (pair.handicap, was[id_], pair.komi)
        for round_ in after.rounds.values()
        for id_, pair in round_.pairs.items()
        if was[id_] != pair.komi
    }
    for handicap, old, new in moved:
        alike = PairingRow.objects.filter(tournament_id=UUID(after.id), handicap=handicap, komi=old)
        alike.update(komi=new)


def recount(state: Tournament) -> None:
    """Bring the rows of counted games whose winner stays to the komi of now."""
    games = _counted(state)
    for kind in _kinds(games):
        ruleset = kind.under(state)
        if ruleset is not None:
            _recount(_alike(games, kind, state), kind, ruleset, state.limits_number)
    _prove(state)


def _counted(state: Tournament) -> "QuerySet[GameRow]":
    counted = GameRow.objects.filter(context=state.id, limits__lt=state.limits_number, by=SCORE)
    standing = counted.filter(withdrawn=False, illegal_turn=None, length=state.limits.turns)
    return standing.exclude(Exists(ClaimRow.objects.filter(game_id=OuterRef("game_id"))))


def _kinds(games: "QuerySet[GameRow]") -> Iterable[Kind]:
    """Few, however many games there are."""
    pair = PairingRow.objects.filter(game_id=OuterRef("game_id"))
    priced = games.annotate(paired=Subquery(pair.values("komi"))).exclude(paired=None)
    other = priced.exclude(paired=F("komi")).order_by()
    return [Kind(**found) for found in other.values(*COLUMNS, "paired").distinct()]


def _alike(games: "QuerySet[GameRow]", kind: Kind, state: Tournament) -> "QuerySet[GameRow]":
    pairs = PairingRow.objects.filter(tournament_id=UUID(state.id), komi=kind.paired)
    alike = games.filter(**{name: getattr(kind, name) for name in COLUMNS})
    return alike.filter(game_id__in=pairs.values("game_id")).exclude(kind.replayed(state))


def _recount(games: "QuerySet[GameRow]", kind: Kind, ruleset: str, number: int) -> None:
    komi = komi_received(ruleset, kind.handicap)
    less = komi - komi_received(kind.ruleset, kind.handicap)
    same = Q(margin__gt=max(0.0, less)) | Q(margin__lt=min(0.0, less))
    games.filter(same).update(
        ruleset=ruleset,
        komi=komi,
        limits=number,
        margin=F("margin") - less,
        outcome=_outcome(Abs(F("margin") - less)),
    )


def _outcome(points: Any) -> Any:
    """As ``Outcome`` prints it: ``B+12``, ``W+0.5``."""
    whole = Floor(points)
    half = Case(When(Q(Exact(points, whole)), then=Value("")), default=Value(".5"))
    return Concat(
        Upper("winner"),
        Value("+"),
        Cast(Cast(whole, IntegerField()), CharField()),
        half,
        output_field=CharField(),
    )


def _prove(state: Tournament) -> None:
    counted = GameRow.objects.filter(context=state.id, limits=state.limits_number, by=SCORE)
    text = Subquery(counted.filter(game_id=OuterRef("game_id")).values("outcome"))
    pairs = PairingRow.objects.filter(tournament_id=UUID(state.id), game_id__in=counted.values("game_id"))
    pairs.update(proved_text=text)
