import re
import zlib
from base64 import b64encode
from hashlib import sha256

import pytest
import segno
from django.utils.html import escape

from games.claims import commands as claims
from games.claims.deciding import Rule
from games.game.commands import change_record
from games.game.deciding import Act
from games.game.loading import stream_of as game_stream
from games.log import append_only
from games.log.raw import rows_at
from games.log.store import read
from games.log.tables import Event
from games.log.tree.blocks import leaf_data
from games.log.tree.checkpoints import Proof
from games.receipts.checking import check
from games.receipts.codes import code_of, last_code
from games.receipts.proving import pack_proof
from rules import Color, Resign
from tests.builders import a_claim, a_context, a_tournament, an_account, finish, pair
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import ReportResult
from tournaments.domain.tournament import Publish, Unpublish
from tournaments.loading import stream_of
from tournaments.reading.queries import entry_names
from tournaments.tables.people import Hiding, Office, Player
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
REPORTED, RECORDED = "tournament.result-reported.v1", "tournament.result-recorded.v1"


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    return row


@pytest.fixture
def pairing(row):
    return PairingRow.objects.filter(tournament=row).first()


@pytest.fixture
def player(pairing):
    """The account of the player with the black stones."""
    user = an_account("player")
    Player.objects.filter(pk=pairing.black.player_id).update(user=user)
    return user


@pytest.fixture
def code(row, pairing):
    result = Result(winner=Winner.BLACK)
    command = ReportResult(game_id=str(pairing.game_id), entry_id=pairing.black_id, result=result)
    return last_code(carry_out(str(row.id), command, a_context(actor="user:7")))


def last_of(row, kind):
    return [recorded for recorded in read(stream_of(str(row.id))) if recorded.kind == kind][-1]


def page(client, code, status=200):
    response = client.get(f"/receipts/{code}/")
    assert response.status_code == status
    return " ".join(response.content.decode().split())


def test_the_page_says_what_was_done_by_whom_when_and_where_in_the_log(client, code, row, pairing):
    html = page(client, code)
    recorded = check(code).recorded
    for said in (
        "<strong>Recorded</strong>: <time",
        "<strong>Signed</strong>",
        "<strong>Unchanged</strong>",
        code,
        "Entered by: a player of the game",
        '<th scope="row">actor</th><td>user:7</td>',
        str(pairing.game_id),
        "21 November 2026, 09:30:00 UTC",
        f"tournament-{row.id}, version {recorded.version}",
        REPORTED,
        "<wbr>".join(recorded.digest[start : start + 16] for start in range(0, 64, 16)),
    ):
        assert said in html, said


def test_one_sentence_names_round_players_and_result(client, code, row, pairing):
    html = page(client, code)
    names = entry_names(row)
    white, black = names[pairing.white_id], names[pairing.black_id]
    link = (
        f'<a href="/tournaments/open/games/{pairing.game_id}/">Round 1, table {pairing.table}</a>, {row.name}'
    )
    players = f"{white} <small>White</small> \N{EN DASH} {black} <small>Black</small>"
    sentence = f"<strong>{black} (Black) reported: {black} wins.</strong>"
    parts = [link, players, sentence, "<strong>Recorded</strong>", "<details>"]
    assert sorted(parts, key=html.index) == parts


def test_an_event_of_the_record_leads_to_its_game(client, row, pairing):
    change_record(str(pairing.game_id), Act(action=Resign(Color.BLACK)), a_context())
    resigned = next(one for one in read(game_stream(str(pairing.game_id))) if one.kind == "game.resigned.v1")
    html = page(client, code_of(resigned))
    assert f'<a href="/tournaments/open/games/{pairing.game_id}/">Round 1, table {pairing.table}</a>' in html
    assert "<strong>Black resigned.</strong>" in html
    assert "Entered by: an official" in html
    assert "user:" not in html.partition("<details>")[0]


def test_a_pairing_is_described(client, row):
    html = page(client, code_of(last_of(row, "tournament.round-paired.v1")))
    assert f"<p>{row.name}</p>" in html
    assert "<strong>Round 1 was paired" in html


def test_a_player_who_is_hidden_from_the_public_is_not_named(client, code, pairing):
    player = Player.objects.get(pk=pairing.black.player_id)
    assert player.family_name in page(client, code)
    Player.objects.filter(pk=player.pk).update(hidden=Hiding.INITIALS)
    assert player.family_name not in page(client, code)


class TestFactsOfARuling:
    @pytest.fixture
    def parts(self, client, row, pairing):
        """The text of the page before and in its technical details."""
        claim_id = a_claim(pairing.game_id, "b")
        ruling = Rule(decision="partly", reasons="The clock was wrong.", keeps_result=True)
        claims.execute(claim_id, ruling, "desk", a_context())
        recorded = [one for one in read(claims.stream_of(claim_id)) if one.kind == "claim.ruled.v1"][-1]
        client.force_login(an_account("referee", Office.REFEREE))
        html = page(client, code_of(recorded))
        return html.partition("<details>")[::2]

    def test_decision_and_reasons_are_in_words(self, parts):
        shown, _ = parts
        assert '<th scope="row">decision</th><td>upheld in part</td>' in shown
        assert "The clock was wrong." in shown

    def test_names_of_fields_stand_with_the_technical_details(self, parts):
        shown, technical = parts
        for raw in ("needs second", "game version", "appeal until", "by default"):
            assert raw not in shown, raw
        assert "needs second" in technical


class TestWhoDidIt:
    @pytest.fixture
    def code(self, row, pairing, player):
        result = Result(winner=Winner.BLACK)
        command = ReportResult(game_id=str(pairing.game_id), entry_id=pairing.black_id, result=result)
        return last_code(carry_out(str(row.id), command, a_context(actor=f"user:{player.pk}")))

    @pytest.mark.parametrize("office", [Office.REFEREE, Office.DIRECTOR])
    def test_officials_read_the_name(self, client, code, pairing, player, office):
        client.force_login(an_account("official", office))
        name = Player.objects.get(pk=pairing.black.player_id).family_name
        assert f"Entered by: {name} (a player of the game)" in page(client, code)

    def test_nobody_else_does(self, client, code, player):
        client.force_login(an_account("somebody"))
        assert "Entered by: a player of the game<" in page(client, code)

    def test_the_story_names_them_to_officials_alone(self, client, code, pairing, player):
        address = f"/tournaments/open/games/{pairing.game_id}/story/"
        name = Player.objects.get(pk=pairing.black.player_id).family_name
        client.force_login(player)
        assert "Black (you)" in client.get(address).content.decode()
        client.force_login(an_account("official", Office.REFEREE))
        assert f"Black ({name})" in client.get(address).content.decode()


@pytest.mark.parametrize("here", ["http://testserver", "http://192.168.1.7:8000"])
def test_the_qr_code_is_a_picture_that_leads_to_the_page_itself(client, code, settings, here):
    settings.ADDRESS = "" if here == "http://testserver" else here
    html = page(client, code.lower())
    address = f"{here}/receipts/{code}/"
    picture = segno.make(address, micro=False, error="m").svg_data_uri(border=4, omitsize=True)
    shown = f'<img class="qr" width="200" height="200" src="{escape(picture)}"'
    assert f'{shown} alt="QR code that leads to {address}">' in html
    assert f'<a href="{address}">{address}</a>' in html


def test_an_altered_event_is_named_on_the_page(client, code, row):
    append_only.remove()
    Event.objects.filter(stream=stream_of(str(row.id)), version=2).update(actor="user:9")
    position = Event.objects.get(stream=stream_of(str(row.id)), version=2).position
    html = page(client, code)
    assert "<strong>Not valid.</strong>" in html
    assert f"tournament-{row.id}, version 2: position {position} of the log: is not what was written" in html
    assert "user:7" not in html


@pytest.mark.parametrize("code", ["nonsense", "00001-00000-00000-00000-00000", "<script>", "%C3%A4", "%20"])
def test_a_code_that_was_never_given_out_is_not_found(client, row, code):
    html = page(client, code, 404)
    assert "This service does not know this receipt." in html
    assert "<script>" not in html
    assert 'name="code"' in html


def test_a_code_can_be_typed(client, code):
    assert 'name="code"' in client.get("/receipts/").content.decode()
    asked = client.get("/receipts/", {"code": f" {code.lower()} "}, follow=True)
    assert asked.redirect_chain == [(f"/receipts/{code.lower()}/", 302)]
    assert code in asked.content.decode()
    for odd in ("//evil.example/", "..", "a/b", "?x", "ä"):
        target = client.get("/receipts/", {"code": odd})["Location"]
        assert target.startswith("/receipts/"), odd
    assert client.get("/receipts/", {"code": "/"}, follow=True).status_code == 404


class TestWhatIsNotPublished:
    def told(self, client, code):
        html, body = page(client, code), client.get(f"/api/v1/receipts/{code}/").json()
        assert ("Its subject is not published" in html) == (body["event"] is None)
        return body

    def test_a_tournament_that_is_not_published_tells_no_more_than_it_must(self, client, code, row):
        shown = self.told(client, code)
        carry_out(str(row.id), Unpublish(), a_context())
        hidden = self.told(client, code)
        assert hidden == shown | {"event": None}
        assert (hidden["valid"], hidden["digest"]) == (True, check(code).recorded.digest)
        html = page(client, code)
        for secret in (str(row.id), "user:7", "result reported", REPORTED):
            assert secret not in html, secret
        client.force_login(an_account("referee", Office.REFEREE))
        assert self.told(client, code) == shown
        carry_out(str(row.id), Publish(), a_context())
        client.logout()
        assert self.told(client, code) == shown

    def test_a_round_that_is_not_published_is_its_officers(self, client, row):
        finish(row, 1)
        pair_round(str(row.id), PairRound(round=2, seed=0), a_context())
        code = code_of(last_of(row, "tournament.round-paired.v1"))
        assert self.told(client, code)["event"] is None
        client.force_login(an_account("referee", Office.REFEREE))
        assert self.told(client, code)["event"]["facts"]["pairs"] == "2 of them"

    def test_where_a_hidden_stream_was_altered_is_told_by_position_alone(self, client, code, row):
        carry_out(str(row.id), Unpublish(), a_context())
        append_only.remove()
        Event.objects.filter(stream=stream_of(str(row.id)), version=2).update(actor="user:9")
        fault = client.get(f"/api/v1/receipts/{code}/").json()["fault"]
        assert (fault["stream"], fault["version"]) == (None, None)
        assert str(row.id) not in page(client, code)


class TestWhereWritesHappen:
    def test_a_player_sees_the_receipt_of_his_report(self, client, row, pairing, player):
        client.force_login(player)
        address = f"/tournaments/open/games/{pairing.game_id}/"
        form = {"result": "black", "next": address, "command": "7f7b4c5e-7b0b-4a6e-9a57-3f2ad3f6ff58"}
        html = client.post(f"{address}report/", form, follow=True).content.decode()
        code = code_of(last_of(row, REPORTED))
        assert f'your report is stored. Receipt: <a href="/receipts/{code}/">{code}</a>' in html
        again = client.post(f"{address}report/", form, follow=True).content.decode()
        assert code in again

    def test_rest_answers_reports_confirmations_and_the_desk_with_a_receipt(
        self, api, row, pairing, player, code
    ):
        address = f"/api/v1/games/{pairing.game_id}/"
        other = an_account("other")
        Player.objects.filter(pk=pairing.white.player_id).update(user=other)
        desk = an_account("referee", Office.REFEREE)
        for user, send, kind in (
            (player, lambda: api.post(f"{address}reports/", {"result": "white"}), REPORTED),
            (other, lambda: api.post(f"{address}reports/", {"result": "white"}), REPORTED),
            (desk, lambda: api.put(f"{address}result/", {"result": "jigo"}), RECORDED),
            (desk, lambda: api.delete(f"{address}result/"), "tournament.result-cleared.v1"),
        ):
            api.force_authenticate(user)
            given = send().json()["receipt"]
            assert check(given).recorded == last_of(row, kind)
            assert check(given).recorded.actor == f"user:{user.pk}"

    def test_rest_has_no_receipt_for_what_was_stored_already(self, api, pairing, player, code):
        api.force_authenticate(player)
        told = api.post(f"/api/v1/games/{pairing.game_id}/reports/", {"result": "black"})
        assert (told.status_code, told.json()["receipt"]) == (201, None)


def test_who_asks_too_often_waits(client, code, monkeypatch):
    from rest_framework.settings import api_settings

    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "anon", "2/min")
    answers = [client.get(f"/receipts/{code}/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 0 < int(answers[-1]["Retry-After"]) <= 61
    assert "Too many requests." in answers[-1].content.decode()


def test_an_answer_is_kept_nowhere(client, code):
    assert "no-store" in client.get(f"/receipts/{code}/")["Cache-Control"]


def test_the_page_has_a_proof_for_whoever_may_read_the_event_and_one_code_holds_it(client, row, code):
    page = client.get(f"/receipts/{code}/").content.decode()
    text = client.get(f"/log/proof/{code}").content.decode()
    assert escape(text.strip()) in page
    digits = re.search(r'href="http://testserver/log/check/#([0-9]+)"', page)[1]
    packed = int(digits).to_bytes(len(digits))
    assert zlib.decompress(packed.lstrip(b"\0")[1:], wbits=-zlib.MAX_WBITS).decode() == text
    carry_out(str(row.id), Unpublish(), a_context())
    assert "tlog-proof" not in client.get(f"/receipts/{code}/").content.decode()


def test_a_proof_of_a_million_events_still_fits_one_code_that_a_phone_reads(row, code):
    """Twenty hashes of the path; the longest result's line; the head of a log with a long name."""
    line = leaf_data(next(rows_at([read(stream_of(str(row.id)))[-1].position])))
    head = "nigiri/0123456789ab\n1048575\n" + "A" * 44 + "\n\n\u2014 nigiri/0123456789ab " + "x" * 92 + "\n"
    hashes = tuple(sha256(bytes([at])).digest() for at in range(20))
    signed_ = head.replace("A" * 44, b64encode(hashes[0]).decode()).replace(
        "x" * 92, b64encode(hashes[1] * 3)[:92].decode()
    )
    text = str(Proof(extra=line, index=1048574, path=hashes, checkpoint=signed_))
    digits = pack_proof(text)
    made = segno.make(
        ["https://tournaments.go.example.org/log/check/#", digits], micro=False, error="l", boost_error=False
    )
    assert made.version <= 25
