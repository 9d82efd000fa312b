"""Which games a change of limits touches so that only judging them again tells what came of them."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.game.counted import SCORE
from games.game.rows import GameRow
from games.rescoring import reach_of_change
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import PairingRow

Kind = tuple[str, int | None, int, int]
_KIND = ("ruleset", "length", "width", "height")
NO_GAME = Q(pk__in=[])
ANY_GAME = Q()


def games_to_judge(state: Tournament, among: Sequence[UUID] | None = None) -> "QuerySet[GameRow]":
    """Games that were judged by earlier limits and that the change since can touch; ``among`` these alone."""
    pair = PairingRow.objects.filter(game_id=OuterRef("game_id"))
    return games_touched(state, Q(Exists(pair.exclude(komi=OuterRef("komi")))), among)


def games_touched(
    state: Tournament, other_komi: Q, among: Sequence[UUID] | None = None
) -> "QuerySet[GameRow]":
    """The same where it is known which games may have another komi than they were judged with."""
    # Given the context too, a database prefers its index to the few games that are named.
    which = Q(context=state.id) if among is None else Q(game_id__in=among)
    earlier = GameRow.objects.filter(which, limits__lt=state.limits_number, withdrawn=False)
    touched = Q(by=SCORE) & other_komi
    for kind in _kinds(earlier):
        touched |= needing_a_replay(kind, state, other_komi)
    return earlier.filter(touched)


def _kinds(games: "QuerySet[GameRow]") -> Iterable[Kind]:
    """The terms that these games have, apart from handicap and colours: few, however many games there are."""
    return games.order_by().values_list(*_KIND).distinct()


def needing_a_replay(kind: Kind, state: Tournament, other_komi: Q) -> Q:
    """Which games of a kind the limits of now touch so that only a replay tells."""
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
