"""Who is hidden from the public is hidden at every address, and by no search; officers read the name.

The secret of a coming round, from which its draw follows, is told to nobody at any address.
"""

import json
import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.urls import reverse

from games.log.openings import Opening
from games.log.store import read_all
from games.receipts.codes import code_at
from tests.builders import NOW, a_context, finish
from tests.test_permission_matrix import a_house, client_of, named_patterns
from tournaments.commands import carry_out
from tournaments.domain.entries import ChangeEntry
from tournaments.reading.queries import entry_names
from tournaments.tables.people import Hiding, Player
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db
NAME, GIVEN, CLUB, PIN, NATIVE = SECRET = ("Zauberwald", "Quirinus", "Klbzzq", "90817263", "秘密")
ASKED = NAME[:4]
SPELT = (*SECRET, NAME.upper(), GIVEN.upper(), json.dumps(NATIVE)[1:-1])
NOT_OF_THE_EVENT = re.compile(r"^(account|web:(open-link|tie-player|own-signup))")
SEARCHED = ("web:players", "api:entries", "web:standings", "api:standings", "web:prizes")
NAMED_TO_OFFICERS = {
    *("web:players", "web:entry", "web:standings", "web:round", "web:game", "web:prizes"),
    *(
        "web:ratings",
        "web:chronicle",
        "api:entries",
        "api:entry",
        "api:standings",
    ),
    *("api:pairings", "api:prizes", "api:ratings", "api:events", "game-sgf"),
}


SECRETS = "tournament.seed-committed.v1"


@pytest.fixture(scope="module")
def house(lasting_db):
    """Both players of the pairing are hidden, and a game is played; round 2 is to come."""
    house = a_house(published=True)
    row = TournamentRow.objects.get(slug="open")
    finish(row, 1)
    for entry in (house.pairing.white, house.pairing.black):
        hide(row, entry)
    house.known["entry_id"] = house.pairing.black_id
    return house


def hide(row, entry, kind=Hiding.NUMBER):
    told = {"family_name": NAME, "given_name": GIVEN, "native_name": NATIVE, "egf_pin": PIN}
    Player.objects.filter(pk=entry.player_id).update(**told, hidden=kind, career_since=NOW)
    order = ChangeEntry(entry_id=str(entry.id), club=CLUB, reason="moved")
    carry_out(str(row.id), order, a_context())


def addresses(house):
    """Of every route, what the queries above find, and the receipt of each stream's last event of a kind."""
    for name, pattern in named_patterns():
        if not NOT_OF_THE_EVENT.match(name):
            address = house.address(name, pattern)
            searches = (f"?q={ASKED}", f"?club={CLUB}") if name in SEARCHED else ()
            yield from ((name, address + query) for query in ("", *searches))
    for one in {(one.stream, one.kind): one for one in read_all()}.values():
        yield "web:receipt", reverse("web:receipt", args=(code_at(one.position, one.digest),))


def told(client, house, routes):
    """Route, address, what a GET answers with but for what was asked; of all routes where none are named."""
    for name, address in addresses(house):
        if routes and name not in routes:
            continue
        response = client.get(address)
        if response.status_code == 200:
            body = b"".join(response.streaming_content) if response.streaming else response.content
            body = unpacked(body) if body.startswith(b"PK") else body
            asked = CLUB if address.endswith(CLUB) else "-"  # what a page repeats is not told by it
            yield name, address, body.decode("utf-8", "replace").replace(asked, "-")


def unpacked(archive):
    with ZipFile(BytesIO(archive)) as files:
        return b"".join(files.read(name) for name in files.namelist())


def naming(answers):
    return [(name, address) for name, address, text in answers if any(word in text for word in SPELT)]


@pytest.fixture(scope="module")
def answers(house):
    """What every address answers to the public, and to an owner."""
    return {who: list(told(client_of(house, who), house, ())) for who in ("public", "owner")}


def test_no_address_tells_the_secret_of_a_round_to_come(answers):
    coming = [one.data["secret"] for one in read_all() if one.kind == SECRETS and one.data["round"] > 1]
    openings = Opening.objects.filter(said__in=[f'"{secret}"' for secret in coming])
    said = [*coming, *openings.values_list("salt", flat=True)]
    assert len(said) == 2 * len(coming) > 0
    for found in answers.values():
        assert len(found) > 50
        assert [name for name, _, text in found if any(word in text for word in said)] == []


def test_the_public_reads_neither_name_nor_club_nor_number(house, answers):
    client = client_of(house, "public")
    assert len(list(addresses(house))) > 250
    assert naming(answers["public"]) == []
    row = TournamentRow.objects.get(slug="open")
    number = house.pairing.black.number
    page = client.get(reverse("web:standings", args=(row.slug,))).content.decode()
    assert f"Player {number}" in page
    listed = client.get(reverse("api:entries", args=(row.slug,)), {"club": CLUB}).json()
    assert listed["results"] == []


def test_those_addresses_would_tell_it(answers):
    assert {name for name, _ in naming(answers["owner"])} >= NAMED_TO_OFFICERS


def test_they_read_their_own_name_and_nobody_is_asked_outside_of_a_request(house):
    mine, other = house.pairing.black, house.pairing.white
    client = client_of(house, "player")
    page = client.get(reverse("web:entry", args=("open", mine.id))).content.decode()
    assert f"<h2>{NAME} {GIVEN}" in page
    assert NAME not in client.get(reverse("web:entry", args=("open", other.id))).content.decode().replace(
        f"{NAME} {GIVEN}</a>", ""
    )
    names = entry_names(TournamentRow.objects.get(slug="open"))
    assert str(names[mine.id]) == f"Player {mine.number}"


def test_what_is_made_for_everybody_names_nobody_whoever_has_it_made(answers):
    made = {"web:embed", "web:static-copy", "web:bundle", "api:bundle"}
    found = [answer for answer in answers["owner"] if answer[0] in made]
    assert {name for name, _, _ in found} == made
    assert naming(found) == []


def test_initials(house):
    row, entry = TournamentRow.objects.get(slug="open"), house.pairing.black
    Player.objects.filter(pk=entry.player_id).update(hidden=Hiding.INITIALS)
    assert str(entry_names(row)[entry.id]) == "Z. Q."
