"""The events of a tournament that was played: everybody enters, some withdraw after each round."""

from itertools import islice
from random import Random

from tournaments.competition.history import Result, Settings, Winner
from tournaments.events.entries import EntryWithdrawn, PlayerEntered
from tournaments.events.pairs import PairMade
from tournaments.events.results import ResultRecorded
from tournaments.events.rounds import RoundPaired, RoundPublished
from tournaments.events.setting_up import Details, TournamentCreated

TOURNAMENT_ID = "7bd9e2a4-0c3b-4c39-8a1e-5f2d6c1b0a94"


def played_events(players, rounds=5, withdrawing=0.0):
    """Of the players the part ``withdrawing`` leaves, as many after each round; Black wins every game."""
    draw, entry_ids = Random(players), [f"entry-{number:05}" for number in range(1, players + 1)]
    leaving = iter(draw.sample(entry_ids, int(players * withdrawing)))
    yield TournamentCreated(
        tournament_id=TOURNAMENT_ID,
        organisation_id="home",
        slug="open",
        details=Details(name="The Open"),
        ruleset="tromp-taylor komi=6.5",
        settings=Settings(rounds=rounds),
    )
    yield from (_entered(entry_id, number) for number, entry_id in enumerate(entry_ids, start=1))
    for number in range(1, rounds + 1):
        draw.shuffle(entry_ids)
        yield from _round(number, entry_ids)
        gone = set(islice(leaving, int(players * withdrawing) // rounds))
        yield from (EntryWithdrawn(entry_id=entry_id) for entry_id in sorted(gone))
        entry_ids = [entry_id for entry_id in entry_ids if entry_id not in gone]


def _entered(entry_id, number):
    return PlayerEntered(
        entry_id=entry_id,
        player_id=f"player-{number}",
        number=number,
        rank=0,
        rating=2100,
        country="NL",
        club="Utr",
        correction=0,
        absent=(),
        final=True,
    )


def _round(number, entry_ids):
    pairs = tuple(
        PairMade(
            game_id=f"{number}-{black}",
            table=table,
            black=black,
            white=white,
            handicap=0,
            komi=6.5,
            components={"score": 1, "seeding": 2, "colour": 3},
            total=6,
        )
        for table, (black, white) in enumerate(zip(entry_ids[::2], entry_ids[1::2], strict=False), start=1)
    )
    yield RoundPaired(
        round=number,
        method="matching",
        rules="opengotha-3.52",
        seed=0,
        order=tuple(entry_ids),
        inputs_digest="",
        total=6 * len(pairs),
        optimum=6 * len(pairs),
        pairs=pairs,
        byes=(),
    )
    yield RoundPublished(round=number)
    black_wins = Result(winner=Winner.BLACK)
    yield from (ResultRecorded(round=number, game_id=pair.game_id, result=black_wins) for pair in pairs)
