"""Merging a newer file into a running tournament: compared, then applied or refused as a whole."""

import json
from dataclasses import replace

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from games.log import rebuilding, store
from games.log.verification import verify
from games.refusals import Refusal
from tests.builders import a_claim, a_context, a_team_tournament, an_account, an_organisation
from tests.tournaments.formats.gotha_file import GothaFile
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.batches import CommandSequence
from tournaments.domain.presence import WithdrawEntry
from tournaments.domain.results import RecordResult, ReportResult
from tournaments.domain.round_stages import PublishRound
from tournaments.interchange.importing import import_file
from tournaments.interchange.merging import merge, preview_merge
from tournaments.loading import load
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
BLACK = Result(winner=Winner.BLACK)
PAGE, REST = "/tournaments/tulip/merge/", "/api/v1/tournaments/tulip/merge/"
LATE = {"name": "Late", "firstName": "Lou", "rank": "3K", "rating": "1800", "country": "NL", "club": "Lei"}


def newer():
    """Return a newer file: Black won in round 1, round 2 has other colours, and a latecomer played."""
    file = GothaFile()
    file.games[0]["result"] = "RESULT_BLACKWINS"
    file.games[1] |= {"whitePlayer": "DEWITANNA", "blackPlayer": "BERGÉMILE"}
    file.players.append(dict(LATE))
    file.games.append(
        {"roundNumber": "1", "tableNumber": "2", "whitePlayer": "CRAMERJO", "blackPlayer": "LATELOU"}
    )
    return bytes(file)


SAID = [
    "Late Lou is new.",
    "Round 1, table 2, Late Lou - Cramer Jo: paired.",
    "Round 1, table 1, Berg Émile - De Wit Anna: not played → Black wins.",
    "Round 1 has results: its pairings are published.",
    "Round 2, table 1, Berg Émile - De Wit Anna: colours swapped.",
]


@pytest.fixture
def row():
    import_file(bytes(GothaFile()), an_organisation(), None, a_context())
    return TournamentRow.objects.get(slug="tulip")


def said(merging):
    return [each.text for each in merging.differences]


def taken_over(row):
    assert said(preview_merge(row, newer(), a_context())) == []
    assert list(verify()) == []
    assert [table.name for table in rebuilding.rebuild(check=True) if not table.same] == []


def test_preview_stores_nothing(row):
    head = store.head()
    merging = preview_merge(row, newer(), a_context())
    assert said(merging) == SAID
    assert merging.version == row.version
    assert (store.head(), Player.objects.count()) == (head, 3)


def test_merges_by_one_command_once(row):
    context = a_context()
    merge(row, newer(), context)
    head = store.head()
    assert said(merge(row, newer(), context)) == []
    assert (store.head(), Player.objects.count()) == (head, 4)
    assert (
        len({recorded.command_id for recorded in store.read_all() if recorded.stream.startswith("tour")}) == 2
    )
    taken_over(row)


def test_discards_discarded_round_and_renumbers_the_next(row):
    file = GothaFile()
    file.games = [{**game, "roundNumber": "1"} for game in file.games if game["roundNumber"] == "2"]
    file.byes = []
    before = load(str(row.id))[0]
    found = preview_merge(row, bytes(file), a_context())
    assert "Round 1 is not in the file: it is discarded, and those after it are one number lower." in said(
        found
    )
    merge(row, bytes(file), a_context())
    after = load(str(row.id))[0]
    assert after.round(1).met == before.round(2).met
    assert not after.round(2).busy
    assert said(preview_merge(row, bytes(file), a_context())) == []
    assert list(verify()) == []
    assert [table.name for table in rebuilding.rebuild(check=True) if not table.same] == []


def test_pin_takes_precedence_over_name(row):
    file = GothaFile()
    file.players[1] |= {"name": "Hill"}
    for game in file.games:
        for side in ("whitePlayer", "blackPlayer"):
            game[side] = game[side].replace("BERGÉMILE", "HILLÉMILE")
    assert said(preview_merge(row, bytes(file), a_context())) == []


def test_known_player_is_not_created_again(row):
    known = {"family_name": "Late", "given_name": "Lou", "country": "NL", "rank": -3, "rating": 1800}
    player = Player.objects.create(organisation=an_organisation(), **known)
    merge(row, newer(), a_context())
    assert Player.objects.count() == 4
    assert EntryRow.objects.filter(player_id=player.id).exists()


def test_one_refused_difference_refuses_all_and_is_named(row):
    pairing = PairingRow.objects.order_by("-round").first()
    a_claim(pairing.game_id)
    head = store.head()
    with pytest.raises(Refusal):
        merge(row, newer(), a_context())
    assert (store.head(), Player.objects.count()) == (head, 3)


def test_player_withdrawn_here_stays_withdrawn(row):
    state, _ = load(str(row.id))
    player = Player.objects.get(family_name="Cramer")
    cramer = next(entry for entry in state.entries.values() if entry.player_id == str(player.id))
    carry_out(str(row.id), WithdrawEntry(entry_id=cramer.id), a_context())
    assert said(preview_merge(row, bytes(GothaFile()), a_context())) == []


def test_rejects_merging_teams():
    row = a_team_tournament(slug="teams")
    with pytest.raises(Refusal) as refused:
        preview_merge(row, bytes(GothaFile()), a_context())
    assert (refused.value.code, refused.value.facts["fault"]) == ("not_merged", "teams are not compared")


def test_leaves_own_games_of_the_importer_to_another_official(row):
    director = an_account("director", "director")
    Player.objects.filter(family_name="Berg").update(user=director)
    by_them = replace(a_context(), actor=f"user:{director.pk}")
    merging = merge(row, newer(), by_them)
    left = [each.text for each in merging.differences if not each.changes]
    assert [text.partition(": ")[0] for text in left] == [
        "Round 1, table 1, Berg Émile - De Wit Anna",
        "Round 2, table 1, Berg Émile - De Wit Anna",
    ]
    assert all("another official takes it over" in text for text in left)
    state, _ = load(str(row.id))
    assert all(pair.recorded is None for pair in state.round(1).pairs.values())
    own = RecordResult(game_id=state.round(1).by_table()[0].game_id, result=BLACK)
    direct = CommandSequence(commands=(("", own),))
    with pytest.raises(Refusal) as refused:
        carry_out(str(row.id), direct, replace(a_context(), actor=by_them.actor))
    assert refused.value.code == "own_game"


def test_keeps_reports_of_players_as_reports(row):
    carry_out(str(row.id), PublishRound(round=2), a_context())
    pair = load(str(row.id))[0].round(2).by_table()[0]
    carry_out(str(row.id), ReportResult(game_id=pair.game_id, entry_id=pair.black, result=BLACK), a_context())
    [told] = [each for each in merge(row, newer(), a_context()).differences if each.round == 2]
    assert "the players have reported. It is left as it is" in told.text
    after = load(str(row.id))[0].round(2).by_table()[0]
    assert (dict(after.reports), after.recorded) == ({pair.black: BLACK}, None)


def test_namesakes_with_different_pins_are_two_players(row):
    file = GothaFile()
    file.players[1]["egfPin"] = "99999999"
    told = said(preview_merge(row, bytes(file), a_context()))
    assert "Berg Émile is new." in told


def test_erased_person_gets_no_data_of_a_file(row):
    player = Player.objects.get(family_name="Cramer")
    player.erase()
    file = GothaFile()
    file.players[2] |= {"name": "(erased)", "firstName": "", "grade": "9D", "ffgLicenceStatus": "L"}
    merge(row, bytes(file), a_context())
    player.refresh_from_db()
    assert (player.grade, player.ffg_licence_status) == ("", "")


def test_rejects_file_of_another_tournament(row):
    file = GothaFile(games=[])
    for number, player in enumerate(file.players):
        player |= {"name": f"Stranger{number}", "egfPin": ""}
    with pytest.raises(Refusal) as refused:
        merge(row, bytes(file), a_context())
    assert (refused.value.code, Player.objects.count()) == ("not_merged", 3)


class TestOverRest:
    @pytest.fixture
    def director(self, row):
        client = APIClient()
        client.force_authenticate(an_account("director", "director"))
        return client

    def send(self, director, data, query="", **headers):
        headers = {"If-Match": "*", **headers}
        return director.generic("POST", REST + query, data, "application/xml", headers=headers)

    def test_dry_run_then_merge_leaves_no_difference(self, director, row):
        dry = self.send(director, newer(), "?dry_run=true").json()
        assert [each["text"] for each in dry["differences"]] == SAID
        assert {each["differs"] for each in dry["differences"]} == {
            "player_added", "pair_made", "result", "published", "pair_changed"
        }  # fmt: skip
        done = self.send(director, newer()).json()
        assert (done["differences"], done["dry_run"]) == (dry["differences"], False)
        assert self.send(director, newer(), "?dry_run=true").json()["differences"] == []
        taken_over(row)

    def test_rejects_outdated_version(self, director):
        answer = self.send(director, newer(), **{"If-Match": '"1"'})
        assert (answer.status_code, answer.json()["code"]) == (412, "version_clash")
        assert Player.objects.count() == 3

    def test_rejects_merge_without_the_previewed_version(self, director):
        answer = director.generic("POST", REST, newer(), "application/xml")
        assert (answer.status_code, Player.objects.count()) == (428, 3)


class TestPages:
    @pytest.fixture
    def director(self, row):
        return Visitor(an_account("director", "director"))

    def test_page_shows_differences_before_merging(self, director, row):
        director.open("/tournaments/tulip/exports/")
        director.open(PAGE)
        page = director.press("Compare", file=newer())
        assert all(text in page.text for text in SAID)
        assert Player.objects.count() == 3
        assert "5 differences applied" in director.press("Apply all differences").text
        taken_over(row)
        director.open(PAGE)
        assert "has no differences from this tournament" in director.press("Compare", file=newer()).text

    def test_refusal_names_the_difference_and_keeps_the_file(self, director, row):
        director.open(PAGE)
        director.press("Compare", file=newer())
        state, _ = load(str(row.id))
        game = next(iter(state.round(2).pairs))
        a_claim(game)
        page = director.press("Apply all differences")
        assert page.status == 422
        assert "Apply all differences" in page.buttons


def test_merges_on_the_command_line(row, tmp_path, capsys):
    file = tmp_path / "newer.xml"
    file.write_bytes(newer())
    call_command("merge_tournament", "tulip", str(file), "--dry-run", "--json")
    assert [each["text"] for each in json.loads(capsys.readouterr().out)["differences"]] == SAID
    call_command("merge_tournament", "tulip", str(file))
    assert capsys.readouterr().out.splitlines()[:5] == SAID
    taken_over(row)
