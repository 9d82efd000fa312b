"""Bundles contain no byte of unpublished data, and remain valid without it."""

import json

import pytest
from django.test import Client

from games.adjudication.kinds import ClaimKind
from games.claims import commands as claims
from games.claims.deciding import Evidence
from games.claims.deciding.ruling import Rule
from games.claims.events import Remedy
from games.game import commands as games
from games.log import commitments
from tests.builders import a_context, a_family, a_tournament, finish, pair
from tests.games.claims.claim_builders import claiming
from tests.tournaments.web.disputed import a_dispute, sgf
from tests.verifier.reading import checked
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.domain.round_stages import PublishRound, UnpublishRound
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.tournament import Unpublish
from tournaments.loading import load
from tournaments.tables.people import Hiding, Player
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db
SGF = b"(;SZ[19]C[a comment];B[dd];W[pp])"


def bundle():
    """Return the content of the bundle, and all of its bytes as one text."""
    answer = Client().get("/tournaments/open/bundle.zip")
    assert answer.status_code == 200
    read = checked(b"".join(answer.streaming_content))
    return read, b"".join(read.files.values()).decode("utf-8", "replace")


def done(row, command):
    return carry_out(str(row.id), command, a_context())


def kinds(read):
    return {event["kind"] for event in read.events()}


def test_omits_unpublished_round():
    row = a_tournament(players=7, finished=1)
    stored = pair_round(str(row.id), PairRound(round=2, seed=0), a_context())
    game = PairingRow.objects.filter(round=2).first()
    done(row, RecordResult(game_id=str(game.game_id), result=Result(winner=Winner.WHITE)))
    read, text = bundle()
    assert read.leaves == {f"tournament-{row.id}": 3}
    secret = [*map(str, PairingRow.objects.filter(round=2).values_list("game_id", flat=True))]
    assert [one for one in (*secret, str(stored[0].command_id)) if one in text] == []
    assert [one["round"] for one in json.loads(read.files["published/rounds.json"])["rounds"]] == [1]

    done(row, PublishRound(round=2))
    read, text = bundle()
    assert read.leaves == {}
    assert all(one in text for one in secret)


def test_omits_round_hidden_after_publication():
    row = a_tournament(players=6, finished=1)
    pair(row, 2)
    game = str(PairingRow.objects.filter(round=2).first().game_id)
    games.receive_record(game, SGF, a_context())
    done(row, UnpublishRound(round=2, reason="a wrong list"))
    read, text = bundle()
    assert game not in text
    assert f"game-{game}" not in {*read.lines, *read.leaves}
    assert [name for name in read.files if name.startswith("records/")] == []


def test_omits_group_paired_after_publication():
    row = a_tournament(players=8)
    for place, entry in enumerate(EntryRow.objects.order_by("number")):
        done(row, ChangeEntry(entry_id=entry.id, group="AB"[place // 4]))
    pair_round(str(row.id), PairRound(round=1, group="A"), a_context())
    done(row, PublishRound(round=1))
    pair_round(str(row.id), PairRound(round=1, group="B"), a_context())
    held = load(str(row.id))[0].round(1).held
    secret = [str(one.game_id) for one in PairingRow.objects.all() if str(one.white_id) in held]
    assert len(secret) == 2
    read, text = bundle()
    assert [one for one in secret if one in text] == []
    assert read.leaves == {f"tournament-{row.id}": 1}
    shown = json.loads(read.files["published/rounds.json"])["rounds"][0]["pairs"]
    assert len(shown) == 2
    assert {one.get("group") for one in json.loads(read.files["published/standings.json"])["rounds"]} == {
        "A",
        "B",
    }


def test_omits_forbidden_meetings():
    row = a_tournament(players=6, finished=1)
    group = a_family(row)
    read, text = bundle()
    assert [word for word in (group, "brothers", "must_not") if word in text] == []
    assert read.leaves == {f"tournament-{row.id}": 1}


def test_omits_hidden_player_and_their_origin():
    row = a_tournament(players=6, finished=1)
    entry = EntryRow.objects.order_by("number").first()
    Player.objects.filter(pk=entry.player_id).update(family_name="Zauberwald", hidden=Hiding.NUMBER)
    done(row, ChangeEntry(entry_id=entry.id, club="Klbzzq", reason="moved"))
    read, text = bundle()
    assert [word for word in ("Zauberwald", "Klbzzq") if word in text] == []
    assert read.leaves[f"tournament-{row.id}"] >= 2


@pytest.mark.parametrize("sealed", [True, False])
def test_omits_reasons_of_current_and_older_logs(sealed, monkeypatch):
    if not sealed:
        monkeypatch.setattr(commitments, "TEXT_PATHS", ())  # as the program of before stored them
    row = a_tournament(players=6, finished=1)
    game = str(PairingRow.objects.first().game_id)
    done(row, ClearResult(game_id=game, reason="unspeakable"))
    monkeypatch.undo()
    read, text = bundle()
    assert "unspeakable" not in text
    assert ("tournament.result-cleared.v1" in kinds(read)) == sealed
    assert read.leaves == ({} if sealed else {f"tournament-{row.id}": 1})


def test_omits_record_of_undone_pair():
    row = a_tournament(players=6)
    pair(row, 1)
    game = str(PairingRow.objects.first().game_id)
    games.receive_record(game, SGF, a_context())
    done(row, UnpairRound(round=1, reason="a wrong list"))
    pair(row, 1, seed=3)
    read, text = bundle()
    assert {one["kind"] for one in read.lines[f"game-{game}"]} == {
        "game.opened.v1",
        "game.withdrawn.v1",
    }
    assert read.leaves == {f"game-{game}": 3}
    assert "a comment" not in text


def test_omits_claim_until_a_public_event_names_it():
    pairing = a_dispute()
    claim, row = "8c6e2b1a-0000-4000-8000-000000000001", pairing.tournament
    games.receive_record(str(pairing.game_id), sgf(), a_context())
    said = claiming(
        claim,
        str(pairing.game_id),
        {"kind": ClaimKind.WRONG_RESULT, "result": "W+0.5"},
        Evidence(text="He moved my stones"),
    )
    claims.make_claim(said, "b", a_context(actor="user:77"))
    read, text = bundle()
    assert claim not in text
    assert "user:77" not in text

    ruling = Rule(decision="upheld", reasons="I saw it", remedy=Remedy(result="white"))
    claims.execute(claim, ruling, "desk", a_context())
    read, text = bundle()
    assert [one["kind"] for one in read.lines[f"claim-{claim}"]] == ["claim.made.v1", "claim.ruled.v1"]
    assert [one["data"]["claim_id"] for one in read.events("tournament.result-ruled")] == [claim]
    assert read.leaves == {}
    assert [word for word in ("He moved", "I saw it") if word in text] == []
    assert row.slug == "open"


def test_unpublished_tournament_has_no_bundle():
    row = a_tournament(players=6, finished=1)
    done(row, Unpublish())
    assert Client().get("/tournaments/open/bundle.zip").status_code in (401, 404)
    assert Client().get("/api/v1/tournaments/open/bundle/").status_code in (401, 404)


def test_contains_all_of_a_tournament_without_secrets():
    row = a_tournament(players=6, finished=2)
    finish(row, 2, Winner.WHITE)
    read, _ = bundle()
    assert read.leaves == {}
