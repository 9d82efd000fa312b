"""A change of komi in an open of 40 players over two rounds, checked against points counted independently."""

from dataclasses import replace

import pytest

from games.game import commands as games
from games.game.action_events import event_of
from games.game.deciding import end_event_of
from games.log import unit_of_work
from games.log.store import Change
from rules import AgreeDead, Color, Pass, Play, Resign, Ruleset
from rules import replay as replayed
from tests.builders import a_context, a_tournament, differing_rows, do, pair, state_of
from tournaments.competition.history import Result, Winner
from tournaments.competition.standings import standings
from tournaments.domain.limits import ChangeLimits
from tournaments.domain.results import RecordResult
from tournaments.domain.settings import ChangeSettings
from tournaments.limits import count_waiting, preview_body, rescore_some
from tournaments.reading.queries import history_of
from tournaments.state.limits import Limits
from tournaments.tables.rows import PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
B, W = Color.BLACK, Color.WHITE
WALLS = {  # Black's area less White's on 5x5, between two walls
    7: (["C1", "C2", "C3", "C4", "C5", "D5"], ["D1", "D2", "D3", "D4", "E5"]),
    15: (["D1", "D2", "D3", "D4", "D5"], ["E1", "E2", "E3", "E4"]),
    5: (["C1", "C2", "C3", "C4", "C5"], ["D1", "D2", "D3", "D4", "D5"]),
}
MARGINS = (7, 15, 5, None)  # by table in turn; None: Black resigned
RULES = "tromp-taylor-agreement"


def record(margin):
    if margin is None:
        return [Play(B, "C3"), Resign(B)]
    black, white = WALLS[margin]
    answers = [*white, *[None] * (len(black) - len(white))]
    actions = []
    for one, other in zip(black, answers, strict=True):
        actions += [Play(B, one), Pass(W) if other is None else Play(W, other)]
    last = [Pass(B)] if answers[-1] is None else [Pass(B), Pass(W)]
    return [*actions, *last, AgreeDead(())]


def events(margin):
    actions = record(margin)
    return [
        *map(event_of, actions),
        end_event_of(replayed(Ruleset.parse(RULES).replace(komi=6.5), actions, width=5).game),
    ]


def winner(margin, komi):
    return Winner.BLACK if margin is not None and margin > komi else Winner.WHITE


def margin_of(pairing):
    return MARGINS[pairing.table % len(MARGINS)]


@pytest.fixture
def row():
    row = a_tournament(players=40, rounds=2, board_size=5, bar=-20, criteria=("NBW", "SOSW"))
    settings = state_of(row).settings
    claims = replace(settings.claims, apply_limits=True)
    chosen = ChangeSettings(settings=replace(settings, claims=claims), ruleset=RULES)
    do(row, chosen)
    for number in (1, 2):
        pair(row, number)
        played = list(PairingRow.objects.filter(round=number))
        changes = [
            Change(stream=games.stream_of(str(one.game_id)), expected=1, events=events(margin_of(one)))
            for one in played
        ]
        unit_of_work.execute_many(lambda changes=changes: changes, a_context())
        for one in played:
            result = Result(winner=winner(margin_of(one), 6.5))
            do(row, RecordResult(game_id=str(one.game_id), result=result))
    return TournamentRow.objects.get(pk=row.pk)


def counted(komi):
    """Place, wins and the opponents' wins of everybody."""
    met, wins = {}, {}
    for one in PairingRow.objects.all():
        black, white = one.black_id, one.white_id
        won = winner(margin_of(one), komi) == Winner.BLACK
        for entry, other, point in ((black, white, won), (white, black, not won)):
            met.setdefault(entry, []).append(other)
            wins[entry] = wins.get(entry, 0) + point
    scores = {entry: (wins[entry], sum(wins[other] for other in met[entry])) for entry in met}
    ranked = sorted(scores.values(), reverse=True)
    return {entry: (ranked.index(score) + 1, *score) for entry, score in scores.items()}


def told(row):
    table = standings(history_of(TournamentRow.objects.get(pk=row.pk)), 2)
    return {one.entrant_id: (one.place, one.plain()["NBW"], one.plain()["SOSW"]) for one in table.rows}


def test_results_and_places_match_independent_count(row):
    before, after = counted(6.5), counted(7.5)
    assert told(row) == before
    preview, _ = preview_body(row, Limits(komi=7.5))
    assert {one["entry"]: one["place"] for one in preview["changes"]} == {
        entry: place[0] for entry, place in after.items() if place != before[entry]
    }
    close = PairingRow.objects.filter(proved_text="B+0.5")
    turned = {str(game_id) for game_id in close.values_list("game_id", flat=True)}
    assert len(turned) == 10
    assert {one["game"] for one in preview["games"] if one["result"] != one["result_after"]} == turned
    do(row, ChangeLimits(limits=Limits(komi=7.5), reason="voted"))
    assert count_waiting(str(row.id)) == 10
    while rescore_some(str(row.id), a_context(), limit=6):
        pass
    assert told(row) == after
    assert told(row) != before
    now = TournamentRow.objects.get(pk=row.pk)
    assert now.version > row.version
    proved_now = PairingRow.objects.filter(game_id__in=turned).values_list("proved_text", "winner")
    assert set(proved_now) == {("W+0.5", "white")}
    assert differing_rows() == []
