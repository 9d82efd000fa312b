"""Reasons and proofs over REST, by the command, and what edits cost before they are made."""

import json
from io import StringIO
from urllib.parse import urljoin
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from tests.builders import a_context, a_tournament, an_account, finish, pair
from tests.tournaments.competition.pairing.builders import paired_by_351
from tests.tournaments.management.test_cli import as_imported
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.domain.byes import GiveBye
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.pairs import MakePair, SwapColours, UnmakePair
from tournaments.domain.presence import SetPresence
from tournaments.domain.round_stages import PublishRound
from tournaments.persons.erasing import erase_player
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow

pytestmark = pytest.mark.django_db
EVENT = "/api/v1/tournaments/open/"
ROUND = EVENT + "rounds/2/"


@pytest.fixture
def row():
    """Nine players; round 2 is paired, with a bye."""
    row = a_tournament(players=9, finished=1)
    pair(row, 2)
    return row


@pytest.fixture
def director():
    client = APIClient()
    client.force_authenticate(an_account("director", "director"))
    return client


def games(row, number=2):
    return list(PairingRow.objects.filter(tournament=row, round=number).order_by("table"))


def get(path, client=None, status=200, number=2):
    response = (client or APIClient()).get(urljoin(f"{EVENT}rounds/{number}/", path))
    assert response.status_code == status, response.content
    return response.json()


WEIGHED = ["proof/", "/api/v1/games/{}/reasons/", "byes/{}/reasons/"]


def test_a_large_field_is_not_weighed_while_somebody_waits(row, monkeypatch):
    monkeypatch.setattr("tournaments.proofs.proving.MOST_WEIGHED", 8)
    free = RoundRow.objects.get(tournament=row, number=2).byes[0]
    for path in WEIGHED:
        asked = free if "byes" in path else games(row)[0].game_id
        assert get(path.format(asked), status=422)["code"] == "field_too_large"
        told = StringIO()
        call_command("pairing_proof", "open", "--round", "2", stdout=told)
        assert "No other pairing" in told.getvalue()


def do(row, command):
    carry_out(str(row.id), command, a_context())


def by_hand(row, one, other):
    """Two pairs in the place of two: their Whites meet, and their Blacks."""
    for game in (one, other):
        do(row, UnmakePair(game_id=str(game.game_id), reason="they are married"))
    made = []
    for two in ((one.white_id, other.white_id), (one.black_id, other.black_id)):
        made.append(str(uuid4()))
        do(
            row,
            MakePair(
                round=2,
                game_id=made[-1],
                white=str(two[0]),
                black=str(two[1]),
                handicap=0,
                komi=6.5,
                reason="they are married",
            ),
        )
    return made


class TestWhy:
    def test_a_pair_says_what_every_other_opponent_would_have_cost(self, row):
        game = games(row)[0]
        said = get(f"/api/v1/games/{game.game_id}/reasons/")
        assert said["components"] == game.components
        assert said["total"] == str(game.total)
        assert [player["entry"] for player in said["players"]] == [game.white_id, game.black_id]
        for player in said["players"]:
            assert len(player["instead"]) == 7
            assert all(int(other["change_total"]) <= 0 for other in player["instead"] if not other["bye"])
            assert player["decided"] == player["instead"][0]["decided"] in game.components
            assert player["name"] in player["says"]

    def test_unknown_game_has_no_reasons(self, row):
        get(f"/api/v1/games/{uuid4()}/reasons/", status=404)

    def test_a_bye_says_who_would_be_next(self, row):
        (bye,) = RoundRow.objects.get(tournament=row, number=2).byes
        said = get(f"byes/{bye}/reasons/")
        assert (said["given_by"], said["decided"], said["claims"][0]["entry"]) == ("rule", "weight", bye)
        assert len(said["claims"]) == 9
        (first_bye,) = RoundRow.objects.get(tournament=row, number=1).byes
        assert said["claims"][-1]["entry"] == first_bye  # he has had one
        get(f"byes/{first_bye}/reasons/", status=404)

    def test_a_bye_by_hand_says_so(self):
        row = a_tournament(players=5)
        first = EntryRow.objects.filter(tournament=row).order_by("number").first().id
        do(row, GiveBye(round=1, entry_id=first, reason="as agreed"))
        pair(row, 1)
        said = APIClient().get(f"/api/v1/tournaments/open/rounds/1/byes/{first}/reasons/").json()
        assert (said["given_by"], said["claims"]) == ("hand", [])

    def test_a_pair_made_by_hand_stands_beside_who_waited(self, row):
        one, other = games(row)[:2]
        first, second = by_hand(row, one, other)
        said = get(f"/api/v1/games/{first}/reasons/")
        assert said["by_hand"]
        assert {name["entry"] for name in said["players"][0]["instead"]} == {one.black_id, other.black_id}
        assert get(f"/api/v1/games/{second}/reasons/")["players"][0]["instead"] == []

    def test_what_is_not_published_is_for_officers(self, row, director):
        finish(row, 2)
        pair_round(str(row.id), PairRound(round=3), a_context())
        path = f"/api/v1/games/{games(row, 3)[0].game_id}/reasons/"
        get(path, status=404)
        get(path, director)


class TestProof:
    def test_a_round_is_proved_optimal(self, row):
        said = get("proof/")
        (part,) = said["parts"]
        assert (part["provable"], part["optimal"]) == (True, True)
        for what in ("total", "optimum", "inputs_digest", "byes"):
            assert part[what]["recorded"] == part[what]["found"]
        assert said["stands"]["gap"] == "0"
        assert (said["edits"], said["says"].startswith("No other pairing")) == ([], True)

    def test_it_stays_proved_whatever_happens_later(self, row):
        finish(row, 2)
        pair(row, 3)
        entry = EntryRow.objects.filter(tournament=row).first()
        do(row, SetPresence(entry_id=entry.id, round=5, present=False))
        assert (
            get("proof/")["parts"][0]["inputs_digest"]["found"]
            == RoundRow.objects.get(tournament=row, number=2).inputs_digest
        )
        assert get("proof/")["parts"][0]["optimal"]

    def test_an_erased_player_is_seen_in_the_digest_and_in_no_total(self, row):
        erase_player(Player.objects.order_by("family_name").last())
        (part,) = get("proof/")["parts"]
        assert part["inputs_digest"]["recorded"] != part["inputs_digest"]["found"]
        assert part["optimal"]
        assert "computed from other data" in part["says"]

    def test_edits_by_hand_cost_what_they_cost(self, row, director):
        one, other = games(row)[:2]
        by_hand(row, one, other)
        said = get("proof/", director)
        assert len(said["edits"]) == 4
        assert {edit["reason"] for edit in said["edits"]} == {"they are married"}
        costs = sum(int(edit["change_total"]) for edit in said["edits"])
        assert costs == -int(said["stands"]["gap"]) < 0
        assert said["parts"][0]["optimal"]  # what was computed was the best there is
        public = get("proof/")
        assert {(edit["reason"], edit["by"]) for edit in public["edits"]} == {(None, None)}
        assert "married" not in json.dumps(public)

    def test_a_round_that_is_paired_in_parts_is_proved_part_by_part(self):
        row = a_tournament(players=8)
        entries = list(
            EntryRow.objects.filter(tournament=row).order_by("number").values_list("id", flat=True)
        )
        for late in entries[:2]:
            do(row, SetPresence(entry_id=late, round=1, present=False))
        pair_round(str(row.id), PairRound(round=1), a_context())
        for late in entries[:2]:
            do(row, SetPresence(entry_id=late, round=1, present=True))
        pair_round(str(row.id), PairRound(round=1), a_context())
        do(row, PublishRound(round=1))
        said = APIClient().get("/api/v1/tournaments/open/rounds/1/proof/").json()
        assert [(part["games"], part["optimal"]) for part in said["parts"]] == [(3, True), (1, True)]
        assert all(
            part["inputs_digest"]["recorded"] == part["inputs_digest"]["found"] for part in said["parts"]
        )
        assert int(said["stands"]["gap"]) > 0  # all eight at once would have been paired better

    def test_a_round_that_was_paired_elsewhere_says_what_cannot_be_proved(self):
        as_imported(paired_by_351("mcmahon_21x3"))
        said = APIClient()
        said.force_authenticate(an_account("director", "director"))
        said = said.get("/api/v1/tournaments/played/rounds/3/proof/").json()
        (part,) = said["parts"]
        assert (part["provable"], part["optimal"], part["total"]["found"]) == (False, None, None)
        assert "in another program" in part["says"]
        assert said["stands"]["gap"] == "0"  # as OpenGotha 3.51 paired it, by its rules

    def test_a_round_without_pairs_has_no_proof(self, row, director):
        get("proof/", director, status=404, number=3)


def ran(*words):
    output = StringIO()
    call_command("pairing_proof", *words, stdout=output, stderr=StringIO())
    return output.getvalue()


class TestCommand:
    def test_it_says_the_same(self, row, director):
        by_hand(row, *games(row)[:2])
        assert json.loads(ran("open", "--round", "2", "--json")) == get("proof/", director)

    def test_people_read_it(self, row):
        do(row, SwapColours(game_id=str(games(row)[0].game_id), reason="broken arm"))
        said = ran("open", "--round", "2")
        assert "No other pairing of these players" in said
        assert "the same as in the log" in said
        assert "broken arm" in said

    @pytest.mark.parametrize(("number", "code"), [("3", "no pairings yet"), ("9", "no such round")])
    def test_what_is_not_there_is_refused(self, row, number, code):
        with pytest.raises(CommandError, match=code):
            ran("open", "--round", number)


BAD_EDITS = [{"do": "swap"}, {"do": "fly"}, {}, {"do": "terms", "game": str(uuid4())}]


class TestCost:
    def cost(self, client, *edits, status=200):
        response = client.post(ROUND + "pairings/cost/", {"edits": edits}, format="json")
        assert response.status_code == status, response.content
        return response.json()

    def test_edits_cost_beforehand_what_they_cost_afterwards(self, row, director):
        one, other = games(row)[:2]
        before = TournamentRow.objects.get(pk=row.pk).version
        weighed = self.cost(
            director,
            {"do": "unpair", "game": str(one.game_id)},
            {"do": "unpair", "game": str(other.game_id)},
            {"do": "pair", "white": one.white_id, "black": other.white_id},
            {"do": "pair", "white": one.black_id, "black": other.black_id},
        )
        assert TournamentRow.objects.get(pk=row.pk).version == before
        assert [edit["refused"] for edit in weighed["edits"]] == [None] * 4
        by_hand(row, one, other)
        told = get("proof/", director)["edits"]
        assert [edit["change"] for edit in weighed["edits"]] == [edit["change"] for edit in told]
        assert weighed["change_total"] == str(sum(int(edit["change_total"]) for edit in told))

    def test_an_old_opponent_is_warned_of(self, row, director):
        first = games(row, 1)[0]
        mine = [g for g in games(row) if {g.white_id, g.black_id} & {first.white_id, first.black_id}]
        unpair = [{"do": "unpair", "game": str(game.game_id)} for game in mine]
        again = {"do": "pair", "white": first.white_id, "black": first.black_id, "handicap": 9}
        last = self.cost(director, *unpair, again)["edits"][-1]
        assert "The two have met before." in last["warns"]
        assert any("stones, not 9" in warning for warning in last["warns"])

    def test_what_would_be_refused_says_so_and_changes_nothing(self, row, director):
        game = games(row)[0]
        pair_busy = {"do": "pair", "white": game.white_id, "black": game.black_id}
        said = self.cost(director, pair_busy, {"do": "swap", "game": str(games(row, 1)[0].game_id)})
        assert [edit["refused"] for edit in said["edits"]] == ["already_paired", "unknown_pairing"]
        assert said["change_total"] == "0"

    def test_every_kind_of_edit_is_weighed(self, row, director):
        game = str(games(row)[0].game_id)
        (bye,) = RoundRow.objects.get(tournament=row, number=2).byes
        said = self.cost(
            director,
            {"do": "swap", "game": game},
            {"do": "terms", "game": game, "handicap": 2, "komi": 0.5},
            {"do": "table", "game": game, "table": 30},
            {"do": "pin", "game": game},
            {"do": "unpin", "game": game},
            {"do": "no_bye", "entry": bye},
            {"do": "bye", "entry": bye},
            {"do": "renumber"},
        )
        assert [edit["refused"] for edit in said["edits"]] == [None] * 8
        assert {edit["change_total"] for edit in said["edits"]} == {"0"}
        assert all(edit["says"] for edit in said["edits"])

    def test_bad_edits_are_named(self, row, director):
        for edit in BAD_EDITS:
            self.cost(director, edit, status=422)


class TestOtherTournaments:
    def test_a_schedule_has_nothing_to_prove_and_nothing_to_weigh(self, director):
        row = a_tournament(players=4, system="round_robin", criteria=("NBW",))
        pair(row, 1)
        (part,) = get("proof/", number=1)["parts"]
        assert (part["provable"], part["optimal"]) == (False, None)
        assert "from a schedule" in part["says"]
        game = str(games(row, 1)[0].game_id)
        assert "from a schedule" in get(f"/api/v1/games/{game}/reasons/")["says"]
        body = {"edits": [{"do": "unpair", "game": game}]}
        said = director.post(f"{EVENT}rounds/1/pairings/cost/", body, format="json").json()
        assert said["edits"][0]["change_total"] is None
        body = {"edits": [{"do": "bye", "entry": str(uuid4())}]}
        (refused,) = director.post(f"{EVENT}rounds/1/pairings/cost/", body, format="json").json()["edits"]
        assert (refused["refused"], refused["says"]) == ("unknown_entry", None)

    def test_each_group_has_its_own_proof_and_an_edit_costs_what_it_costs_there(self, director):
        row = a_tournament(players=8)
        for place, entry in enumerate(EntryRow.objects.filter(tournament=row).order_by("number")):
            do(row, ChangeEntry(entry_id=entry.id, group="A" if place % 2 else "B"))
        pair(row, 1)
        said = get("proof/", number=1)
        assert [(part["group"], part["optimal"]) for part in said["parts"]] == [("A", True), ("B", True)]
        game = games(row, 1)[0]
        body = {"edits": [{"do": "unpair", "game": str(game.game_id)}]}
        weighed = director.post(f"{EVENT}rounds/1/pairings/cost/", body, format="json").json()
        assert weighed["change_total"] == str(-game.total)
        do(row, UnmakePair(game_id=str(game.game_id), reason="try"))
        (edit,) = get("proof/", number=1)["edits"]
        assert edit["change_total"] == str(-game.total)
