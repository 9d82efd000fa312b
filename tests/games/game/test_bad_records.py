"""Contradictory and excessive records are noted or refused with a place, and never wrongly proved."""

import pytest

from games.game import events as e
from games.game.deciding import ReceiveRecord, decide
from games.refusals import Refusal
from games.sgf import GUESSES, SgfFault, read
from tests.games.game_builders import given, opened

VARIATIONS = "".join(f"(;W[{chr(97 + at % 9)}{chr(97 + at // 9 % 9)}])" for at in range(400))
BAD = {
    "two komi": "(;SZ[9]KM[6.5]KM[0.5];B[aa];W[bb])",
    "two sizes": "(;SZ[9]SZ[9];B[aa];W[bb])",
    "two results": "(;SZ[9]RE[B+R]RE[W+R];B[aa];W[bb])",
    "handicap without stones": "(;SZ[9]HA[2];W[ee];B[dd])",
    "stones of both colours on a point": "(;SZ[9]AB[aa]AW[aa];B[bb])",
    "move after resignation": "(;SZ[9];B[aa];W[resign];B[bb])",
    "setup inside play": "(;SZ[9];B[aa];AB[bb][cc];W[dd])",
    "setup with a move": "(;SZ[9];B[aa]AW[bb];W[dd])",
    "two moves of one player": "(;SZ[9];B[aa];B[bb];W[cc])",
    "two moves in a node": "(;SZ[9];B[aa]W[bb];B[cc])",
    "a move on a stone": "(;SZ[9];B[aa];W[aa])",
    "a point off the board": "(;SZ[9];B[zz];W[aa])",
    "variations": f"(;SZ[9];B[ee]{VARIATIONS})",
    "five thousand passes": f"(;SZ[9]{';B[];W[]' * 2500})",
    "no end": "(;SZ[9];B[aa];W[bb]",
}
PLACES = ("turn", "offset", "notes", "limit")


def outcome(sgf):
    """The events of a record and its notes; or the refusal, with the facts that tell its place."""
    try:
        collection = read(sgf.encode())
        record = collection.games[0]
        command = ReceiveRecord(record=record, encoding="utf-8", sha256="0" * 64)
        events = decide(command, given(opened(width=9, height=9)))
        return events, [*collection.notes, *record.notes]
    except SgfFault as fault:
        return {"offset": fault.offset}, []
    except Refusal as refusal:
        return refusal.facts, []


@pytest.mark.parametrize("name", BAD)
def test_bad_record_is_noted_or_refused_with_a_place_and_never_wrongly_proved(name):
    found, notes = outcome(BAD[name])
    if isinstance(found, dict):
        assert any(place in found for place in PLACES)
        return
    assert notes or name == "five thousand passes"
    ends = [event for event in found if isinstance(event, e.GameEnded)]
    assert not ends or not GUESSES.intersection(note.code for note in notes)
