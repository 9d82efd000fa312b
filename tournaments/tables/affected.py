"""Which games a change of limits touches so that only judging them again tells what came of them."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.game.counted import SCORE
from games.game.rows import GameRow
from games.rescoring import reach_of_change
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import PairingRow


def other_komi() -> Q:
    """Games whose pair has another komi now than they were judged with."""
    pair = PairingRow.objects.filter(game_id=OuterRef("game_id"))
    return Q(Exists(pair.exclude(komi=OuterRef("komi"))))


def affected(
    state: Tournament, komi: Q | None = None, among: Sequence[UUID] | None = None
) -> "QuerySet[GameRow]":
    """Games that were judged by earlier limits and that the change since can touch.

    ``komi``: those that may have another one; by default those whose pair has. ``among``: of these alone.
    """
    # Given the context too, a database prefers its index to the few games that are named.
    which = Q(context=state.id) if among is None else Q(game_id__in=among)
    earlier = GameRow.objects.filter(which, limits__lt=state.limits_number, withdrawn=False)
    komi = other_komi() if komi is None else komi
    touched = Q(by=SCORE) & komi
    for kind in _kinds(earlier):
        touched |= touched_by(kind, state, komi)
    return earlier.filter(touched)


_KIND = ("ruleset", "length", "width", "height")


def _kinds(games: "QuerySet[GameRow]") -> Iterable[tuple[str, int | None, int, int]]:
    """The terms that these games have, apart from handicap and colours: few, however many games there are."""
    return games.order_by().values_list(*_KIND).distinct()


def touched_by(kind: tuple[str, int | None, int, int], state: Tournament, other_komi: Q) -> Q:
    """Which games of a kind the limits of now touch so that only a replay tells."""
    ruleset, length, width, height = kind
    found = reach_of_change(ruleset, state.limits.on(ruleset), length, state.limits.turns, width * height)
    of_kind = Q(**dict(zip(_KIND, kind, strict=True))) & Q(turns__gt=0)
    touched = other_komi if found.komi_is_played else Q(pk__in=[])
    if found.every:
        return of_kind
    for column, most in found.beyond.items():
        touched |= Q(**{f"{column}__gt": most})
    if found.illegal:
        touched |= Q(illegal_turn__isnull=False)
    return of_kind & touched
