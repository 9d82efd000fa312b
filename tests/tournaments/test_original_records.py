"""A record is given out byte for byte as it was uploaded: its hash is the one that the log has."""

from hashlib import sha256
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games.adjudication.kinds import ClaimKind
from games.claims import commands as claims
from games.claims.deciding import Evidence
from games.log.store import read_all
from tests.builders import a_context, a_tournament, an_account, pair
from tests.games.claims.claim_builders import claiming
from tests.verifier.reading import checked
from tournaments.persons.erasing import erase_player
from tournaments.tables.people import Hiding, Player
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db
SGF = "application/x-go-sgf"
SAID = "(;FF[4]SZ[19]{charset}PB[{black}]C[{word}];B[dd];W[pp];B[dp])"


def spelt(word, encoding, charset=""):
    return SAID.format(charset=f"CA[{charset}]" if charset else "", black=word, word=word).encode(encoding)


FILES = {
    "ascii": spelt("Meyer", "ascii"),
    "latin-1": spelt("Müller", "latin-1", "ISO-8859-1"),
    "with a byte order mark": b"\xef\xbb\xbf" + spelt("井山裕太", "utf-8", "UTF-8"),
    "utf-16": spelt("井山裕太", "utf-16"),
    "gb18030": spelt("柯洁", "gb18030", "gb2312"),
    "shift_jis": spelt("本因坊", "shift_jis", "Shift_JIS"),
    "a charset that is a lie": spelt("柯洁", "gb18030", "UTF-8"),
    "lines of Windows": spelt("Meyer", "ascii").replace(b";", b"\r\n;") + b"\r\n",
    "something before and after": b"From: me\n\n" + spelt("Meyer", "ascii") + b"\n--\nbye\n",
    "other properties": b"(;SZ[19]XY[what]AW[aa];B[dd]BL[30.5];W[pp](;B[dp])(;B[cc]))",
}


@pytest.fixture(scope="module")
def game(lasting_db):
    row = a_tournament(players=4)
    pair(row, 1)
    return PairingRow.objects.get(round=1, table=1)


@pytest.fixture
def director(game, api):
    api.force_authenticate(an_account("director", "director"))
    return api


def sent(director, game, data):
    answer = director.post(f"/api/v1/games/{game.game_id}/record/", data, content_type=SGF)
    return answer.status_code


def original(game, client=None):
    return (client or Client()).get(f"/api/v1/games/{game.game_id}/record/original")


def in_log():
    return [one.data["sha256"] for one in read_all() if one.kind == "game.record-received.v1"]


def bundle():
    return checked(b"".join(Client().get("/tournaments/open/bundle.zip").streaming_content))


@pytest.mark.parametrize("name", FILES)
def test_the_hash_of_what_is_given_out_is_the_one_of_the_log(name, director, game):
    data = FILES[name]
    assert sent(director, game, data) == 201
    answer = original(game)
    assert (answer.status_code, answer.content) == (200, data)
    assert in_log() == [sha256(answer.content).hexdigest()]
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == (SGF, "nosniff")
    assert bundle().files[f"records/{in_log()[0]}"] == data


def test_what_was_never_uploaded_or_is_withdrawn_is_not_there(director, game):
    assert original(game).status_code == 404
    sent(director, game, FILES["ascii"])
    withdrawn = {"reason": "of another game"}
    director.post(f"/api/v1/games/{game.game_id}/record/withdraw/", withdrawn, headers={"If-Match": "*"})
    assert original(game).status_code == 404


def test_the_zip_of_records_has_them_beside_those_that_are_written_anew(director, game):
    sent(director, game, FILES["gb18030"])
    data = b"".join(director.get("/api/v1/tournaments/open/exports/sgf/").streaming_content)
    with ZipFile(BytesIO(data)) as archive:
        [name] = [name for name in archive.namelist() if name.startswith("as-uploaded/")]
        assert archive.read(name) == FILES["gb18030"]
        assert name.removeprefix("as-uploaded/") in archive.namelist()


def test_a_file_may_name_a_player_who_is_hidden_and_is_not_given_out_then(director, game):
    sent(director, game, FILES["ascii"])
    page = f"/tournaments/open/games/{game.game_id}/"
    assert "Record as uploaded" in Client().get(page).content.decode()
    Player.objects.filter(pk=game.black.player_id).update(hidden=Hiding.NUMBER)
    assert original(game).status_code == 404
    assert "Record as uploaded" not in Client().get(page).content.decode()
    assert original(game, director).content == FILES["ascii"]
    assert [name for name in bundle().files if name.startswith("records/")] == []


@pytest.mark.parametrize("known", [True, False])
def test_nor_what_it_says_beside_the_moves(director, game, known):
    sent(director, game, FILES["ascii"])
    PairingRow.objects.update(colours_known=known)
    Player.objects.filter(pk=game.black.player_id).update(hidden=Hiding.NUMBER)
    for address in (f"/api/v1/games/{game.game_id}/record.sgf", "/api/v1/tournaments/open/exports/sgf/"):
        assert "Meyer" not in told(Client(), address)
        assert "Meyer" in told(director, address)
    visitor = Client()
    visitor.force_login(get_user_model().objects.get(username="director"))
    assert "Meyer" not in told(visitor, "/tournaments/open/copy.zip")


def told(client, address):
    """What is answered, out of its archive if it is one."""
    answer = client.get(address)
    assert answer.status_code == 200
    data = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if data.startswith(b"PK"):
        with ZipFile(BytesIO(data)) as archive:
            data = b"".join(archive.read(name) for name in archive.namelist())
    return data.decode()


def test_who_is_erased_takes_the_file_along_and_the_bundle_still_holds(director, game):
    sent(director, game, FILES["ascii"])
    assert f"records/{in_log()[0]}" in bundle().files
    erase_player(Player.objects.get(pk=game.black.player_id))
    assert original(game).status_code == 404
    read = bundle()
    assert [name for name in read.files if name.startswith("records/")] == []
    assert [one["data"]["sha256"] for one in read.events("game.record-received")] == in_log()


def test_the_record_of_a_claim_is_for_the_parties_until_the_claim_is_decided(director, game):
    claim = "8c6e2b1a-0000-4000-8000-000000000001"
    said = {"kind": ClaimKind.RECORDS_DIFFER}
    claims.make_claim(
        claiming(claim, str(game.game_id), said, Evidence(sgf=FILES["shift_jis"])), "b", a_context()
    )
    address = f"/api/v1/claims/{claim}/record"
    answer = director.get(address)
    assert (answer.content, answer["Content-Type"]) == (FILES["shift_jis"], SGF)
    told = director.get(f"/api/v1/claims/{claim}/").json()
    assert told["record"] == sha256(answer.content).hexdigest()
    assert Client().get(address).status_code in (401, 404)
    read = bundle()
    assert [name for name in read.files if name.startswith("records/")] == []
    assert f"claim-{claim}" not in read.lines
    assert EntryRow.objects.count() == 4
