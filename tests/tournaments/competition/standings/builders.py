"""Tournaments for tests: by hand, as played (``tests/data``), or any at all (hypothesis)."""

import json
from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st

from tournaments.competition.history import Entrant, Game, History, Result, Winner
from tournaments.competition.settings import Settings
from tournaments.competition.system_defaults import default_settings

DATA = Path(__file__).parents[3] / "data"
WALLISTS = ("mcmahon_handicap_19x4", "mcmahon_21x3", "swiss_23x7")
RESULTS = {"w": Winner.WHITE, "b": Winner.BLACK, "=": Winner.JIGO, "2": Winner.BOTH, "0": Winner.NEITHER}


def wallist(name):
    """A played tournament, and its table after each round: rows of [key, score, score, ...] in order."""
    facts = json.loads((DATA / f"wallist_{name}.json").read_text())
    settings = facts["settings"]
    if "criteria" in settings:
        settings["criteria"] = tuple(settings["criteria"])
    entrants = {
        id_: Entrant(
            id=id_,
            rank=rank,
            rating=rating,
            country=country,
            club=club,
            order=order,
            absent=frozenset(absent),
            final=final,
        )
        for order, (id_, rank, rating, country, club, absent, final) in enumerate(facts["entrants"])
    }
    games = tuple(
        Game(round=r, table=t, white=w, black=b, handicap=h, result=Result(winner=Winner(winner)))
        for r, t, w, b, h, winner in facts["games"]
    )
    byes = {int(round_): frozenset(ids) for round_, ids in facts["byes"].items()}
    history = History(settings=Settings(**settings), entrants=entrants, games=games, byes=byes)
    return history, facts["after_round"]


def cup_16x4():
    """A cup that was played, paired by OpenGotha's settings for cups, and its published list of ids."""
    facts = json.loads((DATA / "cup_16x4.json").read_text())
    entrants = {
        id_: Entrant(id=id_, rank=rank, rating=rating, country=country, club=club, order=order)
        for order, (id_, rank, rating, country, club) in enumerate(facts["entrants"])
    }
    games = tuple(
        Game(round=r, table=t, white=w, black=b, result=Result(winner=Winner(winner)))
        for r, t, w, b, winner in facts["games"]
    )
    settings = replace(default_settings("cup"), **facts["settings"])
    return History(settings=settings, entrants=entrants, games=games), facts["list"]


def played(*rounds, ranks=None, absent=None, byes=None, provisional="", **settings):
    """``played("AB w, CD b3", "AC =")``: White, Black, result, stones, "!" for a default, "~": no colours.

    Entrants are single letters, 1 dan but for ``ranks`` {"A": 2}; ``absent`` {"A": {1}}; ``byes`` {1: "C"}.
    """
    ranks, absent, byes = ranks or {}, absent or {}, byes or {}
    games = [
        _game(number, table, words)
        for number, text in enumerate(rounds, start=1)
        for table, words in enumerate(filter(None, text.split(", ")), start=1)
    ]
    ids = sorted(
        {id_ for game in games for id_ in (game.white, game.black)}
        | {*ranks, *absent, *provisional}.union(*byes.values())
    )
    entrants = {
        id_: Entrant(
            id=id_,
            rank=ranks.get(id_, 0),
            rating=2100,
            order=order,
            absent=frozenset(absent.get(id_, ())),
            final=id_ not in provisional,
        )
        for order, id_ in enumerate(ids)
    }
    return History(
        settings=Settings(**({"system": "swiss", "criteria": ("NBW",), "rounds": len(rounds)} | settings)),
        entrants=entrants,
        games=tuple(games),
        byes={round_: frozenset(ids) for round_, ids in byes.items()},
    )


def _game(number, table, words):
    pair, outcome = words.split()
    result = Result(winner=RESULTS.get(outcome[0], Winner.NOBODY_YET), by_default="!" in outcome)
    return Game(
        round=number,
        table=table,
        white=pair[0],
        black=pair[1],
        handicap=int(outcome[1:].strip("!~") or 0),
        result=result,
        colours_known="~" not in outcome,
    )


@st.composite
def histories(draw, *, systems=("swiss", "mcmahon"), criteria=None, colourless=False):
    """Any tournament of up to 9 entrants and 5 rounds, with byes, absences, defaults and handicaps.

    ``colourless``: the colours of some even games are unknown.
    """
    ids = "ABCDEFGHI"[: draw(st.integers(2, 9))]
    rounds = draw(st.integers(0, 5))
    games, byes, absent = [], {}, {id_: set() for id_ in ids}
    for number in range(1, rounds + 1):
        order = draw(st.permutations(ids))
        paired = 2 * draw(st.integers(0, len(ids) // 2))
        for table, (white, black) in enumerate(
            zip(order[:paired:2], order[1:paired:2], strict=True), start=1
        ):
            games.append(draw(_any_game(number, table, white, black, colourless)))
        byes[number] = frozenset(order[paired : paired + draw(st.integers(0, 1))])
        for id_ in order[paired + len(byes[number]) :]:
            absent[id_] |= {number} if draw(st.booleans()) else set()
    system = draw(st.sampled_from(systems))
    entrants = {
        id_: Entrant(
            id=id_, rank=draw(st.integers(-30, 8)), rating=0, order=order, absent=frozenset(absent[id_])
        )
        for order, id_ in enumerate(ids)
    }
    settings = Settings(
        system=system,
        rounds=max(rounds, 1),
        criteria=criteria
        or draw(st.sampled_from([("MMS", "SOSM"), ("NBW", "SOSW", "SDC"), ("SOS-1", "SODOS", "DC")])),
        round_down=draw(st.booleans()),
        not_played_counts_half=draw(st.booleans()),
    )
    return History(settings=settings, entrants=entrants, games=tuple(games), byes=byes)


@st.composite
def _any_game(draw, number, table, white, black, colourless):
    handicap = draw(st.integers(0, 9))
    result = Result(winner=draw(st.sampled_from(list(Winner))), by_default=draw(st.booleans()))
    return Game(
        round=number,
        table=table,
        white=white,
        black=black,
        handicap=handicap,
        result=result,
        colours_known=not colourless or bool(handicap) or draw(st.booleans()),
    )
