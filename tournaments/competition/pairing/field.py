"""The field of one round as arrays: the input of every criterion.

A game costs the same in either order of its players, so every matrix made from these columns is symmetric.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tournaments.competition.history import ClubGroup, Entrant, Game, History, MeetingGroup, Result, Winner
from tournaments.competition.pairing import draw
from tournaments.competition.pairing.clubs import clubs_in_one_group, home_value, value_codes
from tournaments.competition.pairing.errors import CannotPair
from tournaments.competition.pairing.grouping import grouping_of
from tournaments.competition.pairing.rulesets import PairingRules
from tournaments.competition.pairing.standing import Standing, standings_before
from tournaments.competition.pairing.systems import system_of
from tournaments.competition.settings import PairingSettings, Settings

Column = NDArray[np.int64]
Matrix = NDArray[np.int64]
Mask = NDArray[np.bool_]
Counts = NDArray[np.int8]
Layers = Sequence[Column]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Field:
    """The n entrants present in ``round``, in the order of their own numbers, and their columns (length n).

    ``order``: ids of everyone who counts in the groups, in tie-break order; ``overall`` is the place in it.
    ``group``, ``place``, ``size`` and ``groups`` are those of ``Grouping``; ``met``, n x n, counts the games
    of two. ``score2`` is doubled. ``level`` is
    the strength that the criterion of few stones compares, at most ``levels`` apart; ``meetings``: the groups
    of this round, ``club_groups`` those of the tournament; ``home`` and ``home_country``: a club and a
    country with so many players that they are at home (empty: none). ``country`` and ``club`` are codes,
    ``club_kind`` that of a club ignoring case, ``clubs_shared`` whether two kinds are in one group;
    ``guest``: of another club than ``home``. ``random_key`` and ``seeding_key``: the keys for draws.
    """

    settings: Settings
    rules: PairingRules
    round: int
    seed: int
    order: tuple[str, ...]
    entrants: tuple[Entrant, ...]
    ids: tuple[str, ...]
    standings: tuple[Standing, ...]
    overall: Column
    category: Column
    score: Column
    score2: Column
    group: Column
    place: Column
    size: Column
    balance: Column
    drawn_up: Column
    drawn_down: Column
    strength: Column
    strong: Column
    level: Column
    met: Counts
    groups: int
    levels: int
    meetings: tuple[MeetingGroup, ...]
    club_groups: tuple[ClubGroup, ...]
    home: str
    home_country: str
    country: Column
    club: Column
    club_kind: Column
    clubs_shared: Mask
    guest: Mask
    random_key: draw.Keys
    seeding_key: draw.Keys


def field_of(history: History, round_: int, rules: PairingRules, seed: int) -> Field:
    """Return the field of ``round_`` (from 1) after the rounds before it."""
    history = with_open_games_drawn(history)
    settings, system = history.settings, system_of(history.settings, round_)
    check_maxima(settings.pairing)
    standings = standings_before(history, round_, rules)
    grouping = grouping_of(history, round_, rules, standings)
    overall = {id_: i for i, id_ in enumerate(grouping.order)}
    present = _present_entrants(history, round_)
    ids = tuple(entrant.id for entrant in present)
    own = [standings[id_] for id_ in ids]
    clubs, countries = [entrant.club for entrant in present], [entrant.country for entrant in present]
    home = home_value(clubs, settings.pairing.at_home_above)
    kinds, shared = clubs_in_one_group(clubs, history.club_groups)
    strength = (system.strength(e, standings[e.id], settings) for e in present)
    return Field(
        settings=settings,
        rules=rules,
        round=round_,
        seed=seed,
        order=grouping.order,
        entrants=present,
        ids=ids,
        standings=tuple(own),
        overall=_column(overall[id_] for id_ in ids),
        category=_column(standing.category for standing in own),
        score=_column(standing.score for standing in own),
        score2=_column(standing.score2 for standing in own),
        group=_column(grouping.group[id_] for id_ in ids),
        place=_column(grouping.place[id_] for id_ in ids),
        size=_column(grouping.size[id_] for id_ in ids),
        balance=_column(standing.balance for standing in own),
        drawn_up=_column(standing.drawn_up for standing in own),
        drawn_down=_column(standing.drawn_down for standing in own),
        strength=_column(strength),
        strong=_column(int(system.is_strong(standing, settings)) for standing in own),
        level=_column(system.level(standing, settings, round_) for standing in own),
        met=_meetings_before(history.up_to(round_ - 1).games, ids),
        groups=grouping.groups,
        levels=system.levels(settings, round_),
        meetings=tuple(group for group in history.meetings if group.counts_in(round_)),
        club_groups=history.club_groups,
        home=home,
        home_country=home_value(countries, settings.pairing.at_home_above),
        country=value_codes(countries),
        club=value_codes(clubs),
        club_kind=kinds,
        clubs_shared=shared,
        guest=np.array([club != home for club in clubs], dtype=bool),
        random_key=draw.draw_keys(seed, round_, "random", ids),
        seeding_key=draw.draw_keys(seed, round_, "seeding", ids),
    )


def with_open_games_drawn(history: History) -> History:
    """Return the history with a draw for each game without a result, if the settings count them so."""
    if not history.settings.pairing.open_games_drawn:
        return history
    drawn = Result(winner=Winner.JIGO)
    games = (
        replace(game, result=drawn) if game.result.winner is Winner.NOBODY_YET else game
        for game in history.games
    )
    return replace(history, games=tuple(games))


def _present_entrants(history: History, round_: int) -> tuple[Entrant, ...]:
    present = (entrant for entrant in history.entrants.values() if entrant.present_in(round_))
    return tuple(sorted(present, key=lambda entrant: (entrant.order, entrant.id)))


def _meetings_before(games: Iterable[Game], ids: Sequence[str]) -> Counts:
    index = {id_: i for i, id_ in enumerate(ids)}
    met = np.zeros((len(ids), len(ids)), dtype=np.int8)
    for game in games:
        if game.white in index and game.black in index:
            i, j = index[game.white], index[game.black]
            met[i, j] += 1
            met[j, i] += 1
    return met


def _column(values: Iterable[int]) -> Column:
    return np.fromiter(values, dtype=np.int64)


def layers_of(field: Field) -> Layers:
    """Return the columns by which the players of a round should be equal."""
    few_stones = field.settings.pairing.minimise_handicap > 0
    return [field.group, -field.level] if few_stones else [field.group]


LARGEST = (
    10**15
)  # times twice the size of a score group it must stay below 2**63: enough for 4,600 in one group
MAXIMA = (
    "avoid_repeated",
    "random",
    "balance_colours",
    "avoid_mixing_categories",
    "minimise_score_difference",
    "draw_weight",
    "maximise_seeding",
    "minimise_handicap",
    "avoid_same_geography",
    "meetings",
)


def check_maxima(settings: PairingSettings) -> None:
    """Raise ``CannotPair("weights_out_of_range")`` unless each maximum is from 0 to ``LARGEST``."""
    outside = [name for name in MAXIMA if not 0 <= getattr(settings, name) <= LARGEST]
    if outside:
        raise CannotPair("weights_out_of_range", settings=outside, largest=LARGEST)
