"""How long a finding takes on a game of 300 turns on 19x19, read out of a database.

"cold": nothing of the game or the claim is kept in the process; "warm": both are. The claim has a sequence of
20 moves from the end of the record; where another record is wanted, one as long comes with it.
"""

import pytest

from games.adjudication.kinds import ClaimKind
from games.claims import queries
from games.claims.deciding import Evidence
from games.game import commands as games
from games.log import folding
from games.sgf import write
from rules import Board, Color, Game, Pass, Play, replay
from tests.benchmarks.test_replay import RULES, SIDE, sensible_game
from tests.games.claims.claim_builders import begun, by, made
from tests.games.game_builders import ID, opened

pytestmark = [pytest.mark.django_db, pytest.mark.benchmark(group="finding: 300 turns on 19x19")]
TURNS, PLAYED_ON = 300, 20
KINDS = {
    ClaimKind.WRONG_RESULT: {"result": "B+3.5"},
    ClaimKind.ILLEGAL_MOVE: {"turn": 290},
    ClaimKind.RECORDS_DIFFER: {},
    ClaimKind.REPETITION: {},
}


def continued(game: Game, turns: int) -> list[Play]:
    """So many legal plays more, each on the first point that there is."""
    plays: list[Play] = []
    for _ in range(turns):
        points = game.legal_points(game.to_play)
        plays.append(Play(game.to_play, next(at for at, why in points.items() if why is None)))
        after = game.apply(plays[-1])
        assert isinstance(after, Game)
        game = after
    return plays


@pytest.fixture(scope="module")
def plays():
    """298 plays of the game, and those of the sequence."""
    plays = sensible_game(seed=1)
    more = TURNS - 2 - len(plays) + PLAYED_ON
    return plays + continued(replay(RULES, plays).game, more)


@pytest.fixture
def stored(plays):
    """The game under a ruleset, in the log: two passes end its record."""

    def store(ruleset):
        record = [*plays[: TURNS - 2], Pass(Color.BLACK), Pass(Color.WHITE)]
        sgf = write(Board(SIDE), record)
        games.open_games([opened(ruleset=ruleset, width=SIDE, height=SIDE)], by())
        games.receive_record(ID, sgf, by())
        return sgf

    return store


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("ruleset", ["new-zealand", "aga"])
@pytest.mark.parametrize("state", ["cold", "warm"])
def test_finding(benchmark, stored, plays, ruleset, kind, state):
    sgf = stored(ruleset)
    evidence = Evidence(sgf=sgf if kind is ClaimKind.RECORDS_DIFFER else b"")
    claim_id = made(kind=kind, evidence=evidence, **KINDS[kind])
    begun(claim_id, *plays[TURNS - 2 :])

    def asked():
        if state == "cold":
            folding.forget()
        return queries.finding_of(queries.claim_of(claim_id))

    assert benchmark(asked).says


@pytest.mark.parametrize("state", ["cold", "warm"])
def test_finding_on_strings(benchmark, stored, plays, state):
    stored("japanese")
    claim_id = made(kind=ClaimKind.STRINGS, points=(plays[0].at,))
    begun(claim_id)

    def asked():
        if state == "cold":
            folding.forget()
        return queries.finding_of(queries.claim_of(claim_id))

    assert benchmark(asked).says
