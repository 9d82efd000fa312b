"""deploy/format/tournament.md against the program: random commands, their events folded by the text."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.log import wire
from games.refusals import Refusal
from tests.format import tournament as text
from tests.tournaments.build import NOON, create, entered, game, made
from tests.tournaments.teams.build import forming, members, of_teams, recording
from tournaments.competition.history import Result, Settings, TeamSettings, Winner
from tournaments.deciding import decide
from tournaments.deciding.closing import CloseRound, ReopenRound
from tournaments.deciding.commitments import with_commitments
from tournaments.deciding.entries import (
    ChangeEntry,
    ReinstateEntry,
    RemoveEntry,
    SetPresence,
    WithdrawEntry,
)
from tournaments.deciding.limits import ChangeLimits
from tournaments.deciding.pairs import (
    GiveBye,
    MakePair,
    MoveTable,
    SetHandicap,
    SwapColours,
    TakeBye,
    UnmakePair,
)
from tournaments.deciding.results import ClearResult, RecordResult, ReportResult
from tournaments.deciding.rounds import PublishRound, RecordPairing, UnpairRound
from tournaments.deciding.rulings import AppealRuling, LiftRuling, RuleResult
from tournaments.deciding.setting_up import ChangeSettings
from tournaments.deciding.teams import SetLineUp
from tournaments.deciding.wishes import AskForBye, PinPlayer
from tournaments.events.limits import Limits
from tournaments.state.evolving import fold
from tournaments.state.tournament import Tournament
from tournaments.teams.history import team_history

PLAYERS, ROUNDS, WHY = "abcdef", (1, 2, 3), "because"
RESULTS = [Result(winner=winner, by_default=default) for winner in Winner for default in (False, True)]


class Both:
    """The same tournament, folded by the program and by the text."""

    def __init__(self, with_secrets=None):
        self.ours, self.theirs = Tournament(), {}
        self.secrets = with_secrets

    def do(self, command):
        try:
            events = decide(command, self.ours)
        except (Refusal, KeyError):
            return
        if self.secrets:
            events = with_commitments(events, self.ours, self.secrets)
        for event in events:
            self.ours = fold(self.ours, event)
            self.theirs = text.fold(self.theirs, *wire.encode(event))


def shown(state):
    """What the program knows."""
    entries = {
        id_: {name: getattr(one, name) for name in (*text.ENTRY, "player_id", "withdrawn", "voided", "table")}
        | {name: set(getattr(one, name)) for name in ("absent", "away", "byes_asked")}
        for id_, one in state.entries.items()
    }
    rounds = {
        number: {
            "byes": set(one.byes),
            "flags": (one.published, one.closed, one.claims_until),
            "line_ups": {team: list(players) for team, players in one.line_ups.items()},
            "pairs": {
                id_: (
                    *(pair.white, pair.black, pair.table, pair.handicap, pair.komi),
                    *(str(pair.result.winner), pair.result.by_default, str(pair.result_state)),
                )
                for id_, pair in one.pairs.items()
            },
        }
        for number, one in state.rounds.items()
    }
    return entries, rounds, state.settings.komi, state.limits_number


def told(state):
    """The same by the text."""
    rounds = {
        number: {
            "byes": one["byes"],
            "flags": (one["published"], one["closed"], one["claims_until"]),
            "line_ups": one["line_ups"],
            "pairs": {
                id_: (
                    *(pair[name] for name in ("white", "black", "table", "handicap", "komi")),
                    *(text.result(pair)["winner"], text.result(pair)["by_default"], text.state_of(pair)),
                )
                for id_, pair in one["pairs"].items()
            },
        }
        for number, one in state["rounds"].items()
    }
    return state["entries"], rounds, state["settings"]["komi"], state["limits_number"]


def any_command(chance, state):
    """One that fits, mostly."""
    number, who = chance.choice(ROUNDS), chance.choice(PLAYERS)
    games = [one.game_id for round_ in state.rounds.values() for one in round_.pairs.values()] or ["none"]
    one, result = chance.choice(games), chance.choice(RESULTS)
    free = [id_ for id_, e in state.entries.items() if e.present_in(number)]
    free = [id_ for id_ in free if id_ not in state.round(number).busy]
    chance.shuffle(free)
    pairs = ["".join(two) for two in zip(free[::2], free[1::2], strict=False)]
    first = 1 + max((pair.table for pair in state.round(number).pairs.values()), default=0)
    pairing = RecordPairing(
        round=number,
        method="matching",
        rules="house",
        pairs=tuple(made(number, two, table) for table, two in enumerate(pairs, start=first)),
        byes=tuple(free[2 * len(pairs) :]),
    )
    commands = [
        *[pairing] * 4,
        *[PublishRound(round=number)] * 2,
        *[RecordResult(game_id=one, result=result, reason=WHY)] * 3,
        *[ReportResult(game_id=one, entry_id=player, result=result) for player in one[1:]] * 2,
        ClearResult(game_id=one, reason=WHY, reports_stay=chance.random() < 0.5),
        RuleResult(game_id=one, result=result, claim_id="c", final=chance.random() < 0.2),
        AppealRuling(game_id=one, claim_id="c"),
        LiftRuling(game_id=one, claim_id="c", reason=WHY),
        *[SetPresence(entry_id=who, round=number, present=chance.random() < 0.5)] * 2,
        *[WithdrawEntry(entry_id=who, reason=WHY)] * 2,
        *[ReinstateEntry(entry_id=who)] * 2,
        RemoveEntry(entry_id=who),
        ChangeEntry(entry_id=who, rank=chance.randrange(-5, 5), final=chance.random() < 0.9, reason=WHY),
        AskForBye(entry_id=who, round=number),
        PinPlayer(entry_id=who, table=chance.randrange(3), reason=WHY),
        UnmakePair(game_id=one, reason=WHY),
        UnpairRound(round=number, reason=WHY),
        GiveBye(round=number, entry_id=who, reason=WHY),
        TakeBye(round=number, entry_id=who, reason=WHY),
        SwapColours(game_id=one, reason=WHY),
        SetHandicap(game_id=one, handicap=chance.randrange(3), komi=0.5, reason=WHY),
        MoveTable(game_id=one, table=chance.randrange(1, 4), reason=WHY),
        CloseRound(round=number, at=NOON),
        ReopenRound(round=number, reason=WHY),
        ChangeSettings(settings=Settings(rounds=chance.choice((2, 3, 4))), ruleset=state.ruleset, reason=WHY),
        ChangeLimits(
            limits=Limits(komi=chance.choice((5.5, 6.5)), claim_minutes=chance.choice((30, 60))), reason=WHY
        ),
    ]
    if len(free) > 1:
        a, b = free[:2]
        hand = MakePair(round=number, game_id=game(number, a + b), white=b, black=a, reason=WHY)
        commands += [hand, hand]
    return chance.choice(commands)


@settings(max_examples=80)
@given(st.integers(0, 2**32))
def test_the_state_from_events(seed):
    both, chance = Both(), random.Random(seed)
    for command in (create(), *entered(PLAYERS)):
        both.do(command)
    for _ in range(60):
        both.do(any_command(chance, both.ours))
        assert told(both.theirs) == shown(both.ours)


@settings(max_examples=25)
@given(st.integers(2, 4), st.integers(0, 2**32))
def test_teams_and_their_matches(boards, seed):
    both, teams, chance = Both(), "ABCDE", random.Random(seed)
    model = of_teams(teams, boards=boards, substitutes=1)
    both.do(create(system="swiss", criteria=("NBW",), teams=TeamSettings(boards=boards)))
    for team in teams:
        for who in members(team, boards, 1):
            [command] = entered([who], rank=chance.randrange(-3, 4), rating=chance.randrange(1000, 2000))
            both.do(command)
        both.do(forming(team, boards, 1, country=chance.choice(["DE", ""])))
    for number in (1, 2):
        for team in teams:
            for who in members(team, boards, 1):
                if chance.random() < 0.15:
                    both.do(SetPresence(entry_id=who, round=number, present=False))
            if chance.random() < 0.4:
                players = chance.sample(members(team, boards, 1), boards)
                both.do(SetLineUp(round=number, team_id=team, players=tuple(players)))
        both.do(recording(both.ours, number))
        for one in both.ours.round(number).by_table():
            if chance.random() < 0.9:
                both.do(RecordResult(game_id=one.game_id, result=chance.choice(RESULTS), reason=WHY))
        if chance.random() < 0.3:
            both.do(WithdrawEntry(entry_id=chance.choice(sorted(model.entries)), reason=WHY))
        assert told(both.theirs) == shown(both.ours)
    history = team_history(both.ours)
    for one in text.entrants(both.theirs):
        ours = history.entrants[one["id"]]
        assert {name: getattr(ours, name) for name in one} == one
    played = {
        (r, match["white"], match["black"], (match["table"] - 1) // boards + 1, *match["result"].values())
        for r in (1, 2)
        for match in text.matches(both.theirs, r)
    }
    assert played == {
        (one.round, one.white, one.black, one.table, str(one.result.winner), one.result.by_default)
        for one in history.games
    }
    assert {r: byes for r in (1, 2) if (byes := text.team_byes(both.theirs, r))} == dict(history.byes)
