"""A claim from its opening to finding, sequence, ruling and appeal, on a game outside any tournament."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.adjudication import Missing, Verdict
from games.adjudication.kinds import ClaimKind
from games.claims import commands, queries
from games.claims.claim import Stage
from games.claims.deciding import (
    ActInSequence,
    Appeal,
    BeginSequence,
    DecideAppeal,
    Evidence,
    Rule,
)
from games.claims.events import Remedy
from games.claims.rows import ClaimRow
from games.game import commands as commands_on_games
from games.game import loading, records
from games.game.deciding import WithdrawRecord
from games.game.marked_dead import marked_points
from games.game.rows import GameRow
from games.log import rebuilding
from games.log.unit_of_work import Context
from games.refusals import Refusal
from rules import Color, Pass, Play
from tests.builders import claim_of
from tests.games.claims.claim_builders import claiming
from tests.games.game_builders import ID, opened, other_terms

pytestmark = pytest.mark.django_db
SUICIDE_AFTER_A_GUESS = b"(;SZ[3];B[ab];W[aa]W[aa];B[bb];W[];B[ca];W[ba])"
EVIDENCE = Evidence(text="I had sente.", photo="IMG_1.jpg")
NOW = timezone.now()


def by(actor="user:1", minutes=0):
    return Context(actor=actor, command_id=uuid4(), at=NOW + timedelta(minutes=minutes))


def made(**statement):
    claim_id = str(uuid4())
    commands.make_claim(claiming(claim_id, ID, statement, EVIDENCE), "b", by())
    return claim_id


def test_claim_first_brings_the_game_up_to_the_terms_of_its_row():
    commands_on_games.open_games([opened()], by())
    GameRow.objects.filter(game_id=ID).update(limits=1, ruleset="tromp-taylor komi=1.5")
    claim = claim_of(made(kind=ClaimKind.WRONG_RESULT, result="B+9"))
    game = loading.load(ID)
    assert (game.version, game.lacking, game.state.limits) == (2, (), 1)
    assert claim.game_version == game.version


def test_claim_is_played_out_ruled_on_and_appealed():
    commands_on_games.open_games([opened(ruleset="tromp-taylor-agreement")], by())
    claim_id = made(kind=ClaimKind.WRONG_RESULT, result="B+9")
    assert queries.finding_of(claim_of(claim_id)).missing == (Missing.RECORD,)
    commands.execute(claim_id, BeginSequence(), "desk", by())
    for action in (Play(Color.BLACK, "B2"), Pass(Color.WHITE), Pass(Color.BLACK)):
        commands.execute(claim_id, ActInSequence(number=1, action=action), "desk", by())
    assert queries.sequence_line(claim_of(claim_id), 1)[-1].board["B2"] is Color.BLACK
    upheld = Remedy(result="black", score="B+9")
    commands.execute(
        claim_id, Rule(decision="upheld", reasons="Rule 9.", remedy=upheld), "desk", by("user:7")
    )
    commands.execute(claim_id, Appeal(evidence=EVIDENCE), "w", by("user:2", minutes=1))
    row = ClaimRow.objects.get()
    assert (row.stage, row.decision, row.sequences) == ("appealed", "upheld", 1)
    with pytest.raises(Refusal, match="another person"):
        commands.execute(
            claim_id,
            DecideAppeal(decision="upheld", reasons="It stands.", remedy=Remedy()),
            "desk",
            by("user:7"),
        )
    commands.execute(
        claim_id, DecideAppeal(decision="upheld", reasons="It stands.", remedy=Remedy()), "desk", by("user:8")
    )
    assert claim_of(claim_id).stage(NOW) is Stage.FINAL
    assert all(table.same for table in rebuilding.rebuild(check=True))


@pytest.mark.parametrize("erased", [False, True])
def test_guess_in_the_record_proves_no_claim_even_after_its_file_was_erased(erased):
    commands_on_games.open_games([opened()], by())
    commands_on_games.receive_record(ID, SUICIDE_AFTER_A_GUESS, by())
    commands_on_games.change_terms(ID, other_terms("japanese@2"), by())
    claim_id = made(kind=ClaimKind.ILLEGAL_MOVE, turn=6)
    if erased:
        assert records.erase([ID])
    finding = queries.finding_of(claim_of(claim_id))
    assert (finding.verdict, finding.missing) == (Verdict.UNDECIDABLE, (Missing.PERSON,))


SEVERAL_GAMES = (
    b"(;SZ[3]PB[first];B[bb];W[ab])"
    b"(;SZ[3]PB[second];B[ba];W[cc];B[];W[]TB[cc])"
    b"(;SZ[3]PB[third];B[aa];W[cc];B[];W[])"
)


def made_with_file(sgf, side="b"):
    claim_id = str(uuid4())
    statement = {"kind": ClaimKind.RECORDS_DIFFER}
    commands.make_claim(claiming(claim_id, ID, statement, Evidence(sgf=sgf)), side, by())
    return claim_id


def test_claim_and_record_each_find_their_game_of_the_same_file():
    commands_on_games.open_games([opened()], by())
    first = made_with_file(SEVERAL_GAMES)
    commands_on_games.receive_record(ID, SEVERAL_GAMES, by(), 1)
    finding = queries.finding_of(claim_of(first))
    assert (finding.verdict, finding.turn) == (Verdict.PROVED, 1)
    second = made_with_file(SEVERAL_GAMES, "w")
    state = loading.state_of(ID)
    assert records.info_of(ID, state.record.sha256, 4).black == "second"
    assert marked_points(state) == ("C1",)
    for claim_id in (first, second):
        finding = queries.finding_of(claim_of(claim_id))
        assert (finding.verdict, finding.turn) == (Verdict.PROVED, 1)


def test_record_of_an_earlier_version_is_its_game_of_the_file():
    commands_on_games.open_games([opened()], by())
    commands_on_games.receive_record(ID, SEVERAL_GAMES, by(), 1)
    version, digest = loading.load(ID).version, loading.state_of(ID).record.sha256
    commands_on_games.change_record(ID, WithdrawRecord(reason="Wrong game."), by())
    commands_on_games.receive_record(ID, SEVERAL_GAMES, by(), 2)
    made_with_file(SEVERAL_GAMES)
    assert records.record_of(ID, digest, upto=version).game_index == 1
    assert records.record_of(ID, digest).game_index == 2


def test_record_is_found_whose_event_is_not_in_this_log():
    commands_on_games.open_games([opened()], by())
    made_with_file(SEVERAL_GAMES)
    assert records.record_of(ID, records.GameRecord.objects.get().sha256).game_index == 0
