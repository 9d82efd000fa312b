"""Rounds to be paired: as OpenGotha paired them, by hand, and arbitrary ones."""

import json
from dataclasses import replace
from itertools import combinations

from hypothesis import strategies as st

from tests.tournaments.competition.standings.builders import DATA, histories, wallist
from tournaments.competition.history import Entrant, Game, History, Result, Winner
from tournaments.competition.pairing import RULES
from tournaments.competition.settings import DrawPlace, HandicapSettings, PairingSettings, Seeding, Settings

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
PLAYED = ("mcmahon_21x3", "swiss_23x7")


def paired_by_351(name):
    """A tournament that OpenGotha 3.51 paired, with the settings it was paired by."""
    history, _ = wallist(name)
    facts = json.loads((DATA / "pairing_played.json").read_text())[name]
    settings = replace(history.settings, **_parts(facts))
    return replace(history, settings=settings)


def swiss_32x7():
    """A tournament, and for some of its rounds OpenGotha 3.52's costs: {round: {(id, id): {name: cost}}}."""
    facts = json.loads((DATA / "pairing_swiss_32x7.json").read_text())
    entrants = [
        Entrant(id=id_, rank=rank, rating=rating, order=order)
        for order, (id_, rank, rating, *_) in enumerate(facts["entrants"])
    ]
    black_wins = Result(winner=Winner.BLACK)
    games = [
        Game(round=round_, table=table, white=white, black=black, result=black_wins)
        for round_, table, white, black, *_ in facts["games"]
    ]
    settings = Settings(
        **facts["settings"] | {"criteria": tuple(facts["settings"]["criteria"])} | _parts(facts)
    )
    history = History(
        settings=settings, entrants={entrant.id: entrant for entrant in entrants}, games=tuple(games)
    )
    return history, {int(round_): _costs(costs, history) for round_, costs in facts["costs"].items()}


def _parts(facts):
    return {"handicap": HandicapSettings(**facts["handicap"]), "pairing": _pairing_settings(facts["pairing"])}


def _pairing_settings(facts):
    places = {name: DrawPlace(facts[name]) for name in ("draw_up", "draw_down") if name in facts}
    systems = {name: Seeding(facts[name]) for name in ("seeding_first", "seeding_second") if name in facts}
    return PairingSettings(**facts | places | systems)


def _costs(costs, history):
    pairs = list(combinations(history.entrants, 2))
    table = {pair: {"base": 1} for pair in pairs}
    for name, (values, letters) in costs.items():
        for pair, letter in zip(pairs, letters or "0" * len(pairs), strict=True):
            table[pair][name] = values[LETTERS.index(letter)]
    return table


def fresh(*ranks, pairing=None, handicap=None, countries=None, clubs=None, ratings=None, **settings):
    """A tournament before round 1: entrants A, B, C ... of these ranks."""
    entrants = {
        id_: Entrant(
            id=id_,
            rank=rank,
            rating=ratings[order] if ratings else 2100,
            country=countries[order] if countries else "",
            club=clubs[order] if clubs else "",
            order=order,
        )
        for order, (id_, rank) in enumerate(zip("ABCDEFGHIJKLMNOP", ranks, strict=False))
    }
    parts = {"pairing": PairingSettings(**pairing or {}), "handicap": HandicapSettings(**handicap or {})}
    return History(settings=Settings(**parts | settings), entrants=entrants)


def after(history, pairing, winner=Winner.WHITE):
    """The tournament once the round has been played as paired, every game with this result."""
    games = tuple(
        Game(
            round=pairing.round,
            table=pair.table,
            white=pair.white,
            black=pair.black,
            handicap=pair.handicap,
            result=Result(winner=winner),
        )
        for pair in pairing.pairs
    )
    byes = {pairing.round: frozenset({pairing.bye})} if pairing.bye else {}
    return replace(history, games=history.games + games, byes={**history.byes, **byes})


def next_round(history):
    return history.settings.rounds


@st.composite
def rounds_to_pair(draw):
    """Any tournament of up to 9 entrants, its last round still to be paired, with at least two present."""
    history = draw(histories())
    last = 1 + max((game.round for game in history.games), default=0)
    pairing = PairingSettings(
        rules=draw(st.sampled_from(sorted(RULES))),
        random=draw(st.sampled_from([0, 1_000_000_000])),
        compensate_draws=draw(st.booleans()),
        draw_up=draw(st.sampled_from(DrawPlace)),
        draw_down=draw(st.sampled_from(DrawPlace)),
        seeding_first=draw(st.sampled_from(Seeding)),
        seeding_second=draw(st.sampled_from(Seeding)),
        rating_in_second=draw(st.booleans()),
        minimise_handicap=draw(st.sampled_from([0, 100_000_000_000])),
    )
    settings = replace(
        history.settings, rounds=last, pairing=pairing, categories=draw(st.sampled_from([(), (0,), (3, -10)]))
    )
    away = draw(st.sets(st.sampled_from(sorted(history.entrants)), max_size=len(history.entrants) - 2))
    entrants = {
        id_: replace(
            entrant,
            club=draw(st.sampled_from("XYZ")),
            rating=draw(st.integers(0, 2)),
            absent=(entrant.absent - {last}) | ({last} if id_ in away else set()),
        )
        for id_, entrant in history.entrants.items()
    }
    return replace(history, settings=settings, entrants=entrants)
