"""Queries for the games that have to be judged again after a change of limits."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.game.margins import SCORE
from games.game.rows import GameRow
from games.rescoring import reach_of_change
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import PairingRow

Kind = tuple[str, int | None, int, int]
_KIND = ("ruleset", "length", "width", "height")
NO_GAME = Q(pk__in=[])
ANY_GAME = Q()


def games_to_judge(state: Tournament, among: Sequence[UUID] | None = None) -> "QuerySet[GameRow]":
    """Return games judged by earlier limits that the change since can affect; ``among``: only of these."""
    pair = PairingRow.objects.filter(game_id=OuterRef("game_id"))
    return find_affected_games(state, Q(Exists(pair.exclude(komi=OuterRef("komi")))), among)


def games_with_records(state: Tournament) -> "QuerySet[GameRow]":
    """Return the games of which there is something to judge."""
    kept = Q(has_record=True) | Q(turns__gt=0)
    return GameRow.objects.filter(kept, context=state.id, withdrawn=False)


def find_affected_games(
    state: Tournament, other_komi: Q, among: Sequence[UUID] | None = None
) -> "QuerySet[GameRow]":
    """Return the games that a change affects; ``other_komi`` filters those judged with another komi."""
    # With the context too, databases use its index instead of the few game ids.
    which = Q(context=state.id) if among is None else Q(game_id__in=among)
    earlier = GameRow.objects.filter(which, limits__lt=state.limits_number, withdrawn=False)
    touched = Q(by=SCORE) & other_komi
    for kind in _kinds(earlier):
        touched |= needs_replay(kind, state, other_komi)
    return earlier.filter(touched)


def _kinds(games: "QuerySet[GameRow]") -> Iterable[Kind]:
    """Return the distinct terms of these games, apart from handicap and colours."""
    return games.order_by().values_list(*_KIND).distinct()


def needs_replay(kind: Kind, state: Tournament, other_komi: Q) -> Q:
    """Return the filter of games of a kind that have to be replayed under the current limits."""
    ruleset, length, width, height = kind
    reach = reach_of_change(
        ruleset, state.limits.apply_to(ruleset), length, state.limits.turns, width * height
    )
    of_kind = Q(**dict(zip(_KIND, kind, strict=True))) & Q(turns__gt=0)
    if reach.every:
        return of_kind
    touched = other_komi if reach.komi_is_played else NO_GAME
    for column, most in reach.beyond.items():
        touched |= Q(**{f"{column}__gt": most})
    if reach.illegal:
        touched |= Q(illegal_turn__isnull=False)
    return of_kind & touched
