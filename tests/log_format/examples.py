"""A small log, and what follows from it, to test a program with.

| file | what is in it |
|---|---|
| log.jsonl | an export: a McMahon of seven players and two rounds, a game's record, a claim withdrawn |
| pairing.json | round 2 as it is paired: order, bye, every pair's worth by term, total |
| standings.json | after round 2: every criterion of every entry, stored values; places by the settings |
| finding.json | what is found of the claim |
| tree-vectors.json | roots, a signed and cosigned head, proofs of the log's tree; private keys too |
"""

from dataclasses import replace
from datetime import timedelta
from functools import reduce
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, cast
from uuid import uuid5

from games.adjudication import Case, find
from games.adjudication.kinds import ClaimKind, Statement
from games.claims.events import ClaimMade, ClaimWithdrawn
from games.game.deciding import Act, OpenGame
from games.game.deciding import decide as decide_game
from games.game.events import GameOpened
from games.game.evolving import fold as fold_game
from games.game.state import GameState, with_actions
from games.log.canonical import canonical
from games.log.unit_of_work import Context
from rules import Action, AgreeDead, Color, Pass, Play
from tests.log_format.chain import ACTOR, BEGUN, HOME, Log
from tests.log_format.trees import trees
from tournaments.commands import recorded_pairing
from tournaments.competition.drawn_seed import DrawFacts
from tournaments.competition.facts import SeedFacts
from tournaments.competition.history import History, Result, Winner
from tournaments.competition.pairing import Pairing, pair_players, weights
from tournaments.competition.standings import CRITERIA, placement_key, standings
from tournaments.competition.system_defaults import settings_for
from tournaments.domain.base import fold
from tournaments.domain.consequences import consequences_for_games
from tournaments.domain.draw_secrets import SeedSource, results_before, with_commitments
from tournaments.domain.entries import EnterPlayer
from tournaments.domain.results import RecordResult
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.tournament import CreateTournament
from tournaments.state.tournament import Details, Pair, Tournament

FOLDER = Path(__file__).resolve().parents[2] / "deploy" / "format" / "vectors"
PLAYERS = (  # rank, rating, country, club
    (3, 2380, "DE", "Bonn"),
    (2, 2250, "FR", "Lyon"),
    (2, 2240, "DE", "Bonn"),
    (0, 2075, "FR", "Lyon"),
    (0, 2060, "", ""),
    (-1, 1990, "DE", "Ulm"),
    (-4, 1700, "NL", ""),
)
CLAIM = str(uuid5(HOME, "claim"))
REASON = 'Counted again at the board: "7½" is right.'
PLAYED = ("C3", "C4", "D4", "B4", "D5", "B3", "D3", "B5", "D2", "C2", "D1", "B2")


class Played:
    """The tournament of the vectors, command by command."""

    def __init__(self) -> None:
        self.log, self.state = Log(), Tournament()
        self.secrets = (sha256(f"secret {n}".encode()).hexdigest() for n in count(1))
        self.known: list[DrawFacts] = []
        self.id = str(uuid5(HOME, "tournament"))
        self.opened: dict[str, GameOpened] = {}
        self._enter()
        self.paired = [self._round(1), self._round(2)]
        self.game = self._game(next(one for one in self.state.round(2).by_table() if one.handicap == 0))
        self.statement = Statement(kind=ClaimKind.WRONG_RESULT, result="W+")
        self._claim()

    def do(self, *commands: object) -> None:
        """Decide, store, open the games."""
        for command in commands:
            events = with_commitments(command.decide(self.state), self.state, self.secrets)
            opened = {f"game-{one.game_id}": one for one in consequences_for_games(self.state, events).opened}
            games = [(name, decide_game(OpenGame(opened=one), None)) for name, one in opened.items()]
            self.log.store((f"tournament-{self.id}", events), *games)
            self.state = reduce(fold, events, self.state)
            self.opened |= opened

    def _enter(self) -> None:
        mcmahon = settings_for("mcmahon")
        pairing = replace(mcmahon.pairing, rules="house-2")  # published vectors never change
        create = CreateTournament(
            tournament_id=self.id,
            organisation_id=str(uuid5(HOME, "organisation")),
            slug="vectors",
            details=Details(name="Vectors"),
            ruleset="tromp-taylor-agreement",
            settings=replace(mcmahon, pairing=pairing, rounds=2, board_size=5, bar=2, floor=-3),
        )
        entries = [
            EnterPlayer(
                entry_id=str(uuid5(HOME, f"entry {number}")),
                player_id=str(uuid5(HOME, f"player {number}")),
                rank=rank,
                rating=rating,
                country=country,
                club=club,
            )
            for number, (rank, rating, country, club) in enumerate(PLAYERS, start=1)
        ]
        self.do(create, *entries)

    def _round(self, number: int) -> tuple[History, Pairing]:
        history = self.state.history()
        self.known.append(results_before(self.state, number))
        seed = SeedSource(chance=0).seed_for(self.state, number)
        pairing = replace(pair_players(history, number, seed=seed.seed), **SeedFacts.facts_of(seed))
        context = Context(actor=ACTOR, command_id=uuid5(HOME, f"round {number}"), at=BEGUN)
        self.do(recorded_pairing(pairing, context), PublishRound(round=number))
        winners = (Winner.WHITE, Winner.BLACK, Winner.JIGO)
        for one, winner in zip(self.state.round(number).by_table(), winners, strict=True):
            self.do(RecordResult(game_id=one.game_id, result=Result(winner=winner)))
        return history, pairing

    def _game(self, pair: Pair) -> GameState:
        """The record of a game: stones, two passes, an agreement that nothing is dead."""
        stream = f"game-{pair.game_id}"
        game = cast("GameState", fold_game(None, self.opened[stream]))
        stones = [Play(tuple(Color)[turn % 2], at) for turn, at in enumerate(PLAYED)]
        actions: list[Action] = [*stones, Pass(Color.BLACK), Pass(Color.WHITE), AgreeDead(())]
        for action in actions:
            self.log.store((stream, decide_game(Act(action=action), game)))
            game = with_actions(game, [action])
        return game

    def _claim(self) -> None:
        stream = f"game-{self.game.game_id}"
        made = ClaimMade(
            claim_id=CLAIM,
            game_id=self.game.game_id,
            context=self.id,
            by="w",
            statement=self.statement,
            game_version=sum(row.stream == stream for row in self.log.rows),
            actor=ACTOR,
            at=(BEGUN + timedelta(hours=2)).isoformat(),
        )
        self.log.store((f"claim-{CLAIM}", [made]))
        self.log.store((f"claim-{CLAIM}", [ClaimWithdrawn(reason=REASON)]))


def _pairing(played: Played) -> dict[str, Any]:
    history, pairing = played.paired[1]
    return {
        "round": 2,
        "rules": pairing.rules,
        "seed": pairing.seed,
        "secret": played.state.secrets[2],
        "known": played.known[1],
        "order": list(pairing.order),
        "bye": pairing.bye,
        "total": pairing.total,
        "pairs": sorted([pair.white, pair.black] for pair in pairing.pairs),
        "worth": [[one, other, costs] for one, other, costs in weights(history, 2, seed=pairing.seed).rows()],
    }


def _standings(played: Played) -> dict[str, Any]:
    history = played.state.history()
    alone = {name: _by(history, name) for name in CRITERIA}
    return {
        "round": 2,
        "values": {id_: {name: key[id_][0] for name, key in alone.items()} for id_ in history.entrants},
        "criteria": list(history.settings.criteria),
        "places": {row.entrant_id: row.place for row in standings(history, 2).rows},
    }


def _by(history: History, name: str) -> dict[str, tuple[int, ...]]:
    return placement_key(replace(history, settings=replace(history.settings, criteria=(name,))), 2)


def _finding(played: Played) -> dict[str, Any]:
    game = played.game
    found = find(played.statement, Case(state=game, handicap=game.handicap, komi=game.game.komi))
    return {
        "claim": CLAIM,
        "verdict": found.verdict.value,
        "turn": found.turn,
        "follows": found.follows,
        "missing": [one.value for one in found.missing],
    }


def files() -> dict[str, str]:
    """Text by name of the file."""
    played = Played()
    told = {"pairing": _pairing(played), "standings": _standings(played), "finding": _finding(played)}
    lines = list(played.log.lines())
    return {
        "log.jsonl": "".join(f"{text}\n" for text in lines),
        "tree-vectors.json": canonical(trees(lines[1 : len(played.log.rows) + 1])) + "\n",
        **{f"{name}.json": canonical(facts) + "\n" for name, facts in told.items()},
    }
