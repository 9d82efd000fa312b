"""States of a tournament for tests without a database: given these commands, when this one, then ...

Entries are named by one letter; ``state = given(*entered("abcd"), paired(1, "ab", "cd"))``: black first.
"""

from datetime import UTC, datetime

import pytest

from games.refusals import Refusal
from tournaments.competition.history import Result, Winner
from tournaments.competition.settings import Settings
from tournaments.domain.base import fold
from tournaments.domain.entries import EnterPlayer
from tournaments.domain.results import RecordResult, ReportResult
from tournaments.domain.round_stages import CloseRound, PublishRound, ReopenRound
from tournaments.domain.rounds import RecordPairing
from tournaments.domain.rulings import AppealRuling, KeepResult, LiftRuling, RuleResult
from tournaments.domain.tournament import CreateTournament
from tournaments.state.tournament import Details, PairMade, Tournament

BLACK, WHITE = Result(winner=Winner.BLACK), Result(winner=Winner.WHITE)
JIGO = Result(winner=Winner.JIGO)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def create(**settings):
    return CreateTournament(
        tournament_id="t",
        organisation_id="o",
        slug="open",
        details=Details(name="Open"),
        ruleset="tromp-taylor",
        settings=Settings(**{"rounds": 3, **settings}),
    )


def entered(letters, **values):
    return [
        EnterPlayer(entry_id=letter, player_id=f"player-{letter}", **{"rank": 0, "rating": 2100, **values})
        for letter in letters
    ]


def game(number, pair):
    """The id of the game of "ab", Black first, in a round."""
    return f"{number}{pair}"


def made(number, pair, table):
    return PairMade(
        game_id=game(number, pair), table=table, black=pair[0], white=pair[1], handicap=0, komi=6.5
    )


def paired(number, *pairs, byes="", first_table=1):
    return RecordPairing(
        round=number,
        method="matching",
        rules="opengotha-3.52",
        seed=7,
        order=(),
        inputs_digest=f"digest of {pairs}",
        total=10,
        optimum=10,
        pairs=tuple(made(number, pair, table) for table, pair in enumerate(pairs, start=first_table)),
        byes=tuple(byes),
    )


def won(number, pair, result=BLACK):
    return RecordResult(game_id=game(number, pair), result=result)


def said(number, pair, who, result=BLACK):
    return ReportResult(game_id=game(number, pair), entry_id=who, result=result)


def shown(number):
    return PublishRound(round=number)


def closed(number, at=NOON):
    return CloseRound(round=number, at=at)


def reopened(number, reason="a late record"):
    return ReopenRound(round=number, reason=reason)


def ruled(number, pair, result=WHITE, **values):
    return RuleResult(game_id=game(number, pair), result=result, **{"claim_id": "c1", **values})


def appealed(number, pair, claim_id="c1"):
    return AppealRuling(game_id=game(number, pair), claim_id=claim_id)


def lifted(number, pair, reason="triple ko", claim_id="c1"):
    return LiftRuling(game_id=game(number, pair), claim_id=claim_id, reason=reason)


def revoked(number, pair, claim_id="c1"):
    return KeepResult(game_id=game(number, pair), claim_id=claim_id)


def after(state, *commands):
    """The state after these commands, all of them accepted."""
    for command in commands:
        for event in command.decide(state):
            state = fold(state, event)
    return state


def given(*commands, **settings):
    return after(Tournament(), create(**settings), *commands)


def refused(command, state):
    """Code and facts of the refusal."""
    with pytest.raises(Refusal) as refusal:
        command.decide(state)
    return refusal.value.code, refusal.value.facts
