"""Commands on games: stored events, projected rows and atomicity."""

from uuid import uuid4

import pytest

from games.game import commands
from games.game.deciding import Act, TakeBack, WithdrawRecord
from games.game.loading import load
from games.game.marked_dead import marked_dead
from games.game.projection import row_of
from games.game.queries import reading_notes, record_sgf
from games.game.records import GameRecord, erase
from games.game.rows import GameRow
from games.log import folding, projections, store, unit_of_work
from games.log.store import VersionClash
from games.refusals import Refusal
from games.rescoring import rejudge_by_replay
from games.sgf import read
from rules import AgreeDead, Color, Pass, Play, Resign
from tests.games.game_builders import ID, context, given, opened, other_terms

pytestmark = pytest.mark.django_db
SGF = b"(;GM[1]SZ[3]KM[0.5]PB[Anna Example]RE[W+0.5];B[aa]C[good];W[cc];B[];W[])"


@pytest.fixture
def game():
    commands.open_games([opened()], context())
    return ID


def kinds():
    return [recorded.kind for recorded in store.read(f"game-{ID}")]


def row():
    return GameRow.objects.get(game_id=ID)


def test_games_are_opened_together_or_not_at_all(game):
    other = opened(game_id=str(uuid4()))
    with pytest.raises(Refusal, match="already exists"):
        commands.open_games([other, opened()], context())
    assert GameRow.objects.count() == 1
    commands.open_games([other], context())
    assert GameRow.objects.count() == 2


def test_opened_games_have_rows_with_their_terms(game):
    assert (row().phase, row().turns, row().to_play, row().version) == ("play", 0, "b", 1)
    assert (row().ruleset, row().black, row().white, row().context) == (
        "tromp-taylor komi=0.5",
        "anna",
        "bert",
        "hall",
    )


def test_game_is_played_action_by_action(game):
    commands.change_record(game, Act(action=Play(Color.BLACK, "B2")), context(expected=1))
    commands.change_record(game, Act(action=Resign(Color.WHITE)), context(expected=2))
    assert kinds() == ["game.opened.v1", "game.stone-played.v1", "game.resigned.v1", "game.ended.v1"]
    assert (row().outcome, row().winner, row().phase, row().turns) == ("B+R", "b", "over", 2)


def test_rejects_outdated_version(game):
    commands.change_record(game, Act(action=Play(Color.BLACK, "B2")), context(expected=1))
    with pytest.raises(VersionClash):
        commands.change_record(game, Act(action=Pass(Color.WHITE)), context(expected=1))
    assert row().version == 2


def test_repeated_command_is_executed_once(game):
    again = context()
    first = commands.change_record(game, Act(action=Play(Color.BLACK, "B2")), again)
    assert commands.change_record(game, Act(action=Play(Color.BLACK, "B2")), again) == first
    assert row().turns == 1


def test_record_is_stored_whole_and_its_file_outside_the_log(game):
    received = commands.receive_record(game, SGF, context())
    assert (row().turns, row().outcome, row().claimed, row().has_record) == (4, "W+0.5", "W+0.5", True)
    assert len(received.recorded) == 6
    kept = GameRecord.objects.get()
    assert (bytes(kept.data), kept.info["black"], kept.info["comments"]) == (
        SGF,
        "Anna Example",
        [[1, "good"]],
    )
    assert not any("Anna" in str(recorded.data) for recorded in store.read(f"game-{game}"))


def test_illegal_record_stores_nothing(game):
    with pytest.raises(Refusal) as refusal:
        commands.receive_record(game, b"(;SZ[3];B[aa];W[aa])", context())
    assert (refusal.value.code, refusal.value.facts["turn"]) == ("illegal_move", 2)
    assert (kinds(), GameRecord.objects.count(), row().version) == (["game.opened.v1"], 0, 1)


@pytest.mark.parametrize(
    ("sgf", "code", "fault"),
    [
        (b"", "bad_record", "empty"),
        (b"(;SZ[3];B[zz])", "bad_record", "bad_point"),
        (b"(;" + b" " * (1 << 20), "too_large", "too_large"),
        (b"(;SZ[3]" + b";B[]" * 5001 + b")", "too_large", "too_many_moves"),
    ],
)
def test_rejects_unreadable_file_with_position(game, sgf, code, fault):
    with pytest.raises(Refusal) as refusal:
        commands.receive_record(game, sgf, context())
    assert (refusal.value.code, refusal.value.facts["fault"]) == (code, fault)
    assert refusal.value.facts["offset"] >= 0


def test_differing_terms_in_the_record_become_notes(game):
    notes = commands.receive_record(game, b"(;SZ[3]KM[6.5]HA[2]AB[aa][cc];W[bb])", context()).notes
    assert [(note["code"], note.get("record"), note.get("game")) for note in notes] == [
        ("start_differs", None, None),
        ("komi_differs", 6.5, 0.5),
        ("handicap_differs", 2, 0),
    ]


def test_one_of_several_games_in_a_file_can_be_selected(game):
    both = b"(;SZ[3];B[aa])(;SZ[3];B[bb];W[cc])"
    with pytest.raises(Refusal, match="holds 2 games"):
        commands.receive_record(game, both, context(), game_index=2)
    commands.receive_record(game, both, context(), game_index=1)
    assert row().turns == 2


def test_repeated_record_command_stores_one_record(game):
    again = context()
    first = commands.receive_record(game, SGF, again)
    assert commands.receive_record(game, SGF, again) == first
    assert GameRecord.objects.count() == 1


def test_another_record_is_accepted_after_withdrawal(game):
    commands.receive_record(game, SGF, context())
    commands.change_record(game, WithdrawRecord(reason="table 5"), context())
    assert (row().turns, row().outcome, row().has_record, row().claimed) == (0, "", False, "")
    commands.receive_record(game, b"(;SZ[3];B[bb])", context())
    assert (row().turns, GameRecord.objects.count()) == (1, 2)


def test_withdrawing_turns_withdraws_the_proof(game):
    commands.receive_record(game, SGF, context())
    commands.change_record(game, TakeBack(to_turn=3, reason="the last pass was a stone"), context())
    assert (row().turns, row().outcome, row().phase) == (3, "", "play")


def test_commands_nest_in_an_outer_transaction():
    outer = context()

    def work():
        commands.open_games([opened()], outer)
        commands.change_terms(ID, other_terms("tromp-taylor komi=6.5", black="bert", white="anna"), outer)
        commands.withdraw_game(ID, "unpaired", outer)

    unit_of_work.run(work, context=outer)
    assert [recorded.ordinal for recorded in store.events_of_command(outer.command_id)] == [0, 1, 2]
    assert (row().withdrawn, row().black, row().ruleset) == (True, "bert", "tromp-taylor komi=6.5")


def test_failed_transaction_leaves_no_game():
    outer = context()

    def work():
        commands.open_games([opened()], outer)
        raise VersionClash("tournament", 1, 2)

    with pytest.raises(VersionClash):
        unit_of_work.run(work, context=outer)
    assert store.version(f"game-{ID}") == 0
    assert not GameRow.objects.exists()
    with pytest.raises(Refusal, match="Not found"):
        load(ID)


def test_erasing_a_person_empties_the_file_and_keeps_the_moves(game):
    from games.game.records import info_of

    commands.receive_record(game, SGF, context())
    assert info_of(game, GameRecord.objects.get().sha256, 4).comments[0].text == "good"
    assert erase([game]) == 1
    kept = GameRecord.objects.get()
    assert (bytes(kept.data), kept.info, len(kept.sha256)) == (b"", {}, 64)
    assert info_of(game, kept.sha256, 4).black == ""
    assert row().turns == 4


def test_row_equals_folded_state_and_rebuilt_row(game):
    commands.receive_record(game, SGF, context())
    commands.change_record(game, TakeBack(to_turn=1, reason="typo"), context())
    live = GameRow.objects.values().get()
    state = given(*(recorded.event for recorded in store.read(f"game-{game}")))
    fresh = row_of(state, store.version(f"game-{game}"))
    assert live == {
        field.attname: getattr(fresh, field.attname) for field in GameRow._meta.concrete_fields
    } | {"game_id": live["game_id"]}
    folding.clear_cache()
    GameRow.objects.all().delete()
    projections.apply(store.read_all())
    assert GameRow.objects.values().get() == live


def test_record_from_another_position_proves_no_score_under_other_rules_and_says_so():
    commands.open_games([opened(ruleset="tromp-taylor-agreement")], context())
    commands.receive_record(ID, b"(;SZ[3]AB[aa]PL[W];W[];B[])", context())
    [verdict] = rejudge_by_replay([(row(), other_terms("tromp-taylor komi=0.5"))])
    assert (verdict.end, verdict.columns["outcome"], verdict.columns["phase"]) == (None, "", "over")
    assert reading_notes(load(ID).state)[-1].startswith("The record starts from another position")
    commands.change_record(ID, WithdrawRecord(reason="table 5"), context())
    commands.receive_record(ID, b"(;SZ[3];B[aa];W[];B[])", context())
    [verdict] = rejudge_by_replay([(row(), other_terms("tromp-taylor komi=0.5"))])
    assert verdict.columns["outcome"] == "B+8.5"


def test_agreed_dead_stones_are_exported_and_read_back():
    commands.open_games([opened(ruleset="japanese", width=5, height=5)], context())
    moves = b";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[aa];B[];W[]"
    commands.receive_record(ID, b"(;SZ[5]%b)" % moves, context())
    without = record_sgf(row(), load(ID).state)
    assert (read(without).games[0].dead, b"TB" in without) == ((), False)
    commands.change_record(ID, Act(action=AgreeDead(("A5",))), context())
    told = record_sgf(row(), load(ID).state).replace(b"\n", b"")
    assert b"[aa][ba]TW[ee][ed][ec][eb][ea]W[])" in told
    again = read(told).games[0]
    assert (again.dead, str(again.result)) == (("A5",), load(ID).state.end.text)
    commands.change_record(ID, WithdrawRecord(reason="sent again"), context())
    commands.receive_record(ID, told, context())
    offered = marked_dead(load(ID).state)
    assert offered == {"points": ["A5"], "result": str(again.result), "claimed": str(again.result)}


def test_file_of_a_player_proves_no_score_under_other_rules():
    commands.open_games([opened(ruleset="tromp-taylor-agreement")], context())
    commands.receive_record(ID, b"(;SZ[3];B[aa];W[];B[])", context(), by="b")
    [verdict] = rejudge_by_replay([(row(), other_terms("tromp-taylor komi=0.5"))])
    assert (verdict.end, verdict.columns["phase"]) == (None, "over")
    commands.change_record(ID, TakeBack(to_turn=1, reason="each enters their own"), context())
    for color in (Color.WHITE, Color.BLACK):
        commands.change_record(ID, Act(action=Pass(color), by=color.value), context())
    [verdict] = rejudge_by_replay([(row(), other_terms("tromp-taylor komi=0.5"))])
    assert verdict.columns["outcome"] == "B+8.5"


def test_guessed_record_proves_no_score_under_other_rules_and_says_so_after_erasure():
    commands.open_games([opened(ruleset="tromp-taylor-agreement")], context())
    commands.receive_record(ID, b"(;SZ[3];B[aa];W[cc]W[cc];B[];W[])", context())
    [verdict] = rejudge_by_replay([(row(), other_terms("tromp-taylor komi=0.5"))])
    assert (verdict.end, verdict.columns["outcome"], verdict.columns["phase"]) == (None, "", "over")
    commands.change_terms(ID, other_terms("tromp-taylor komi=0.5"), context())
    assert (row().outcome, row().phase) == ("", "over")
    erase([ID])
    assert "a guess proves nothing" in reading_notes(load(ID).state)[0]
