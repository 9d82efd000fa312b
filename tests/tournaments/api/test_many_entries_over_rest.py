"""Several entries at once, a player in another's place, ratings of a list, and who is not here, over REST."""

from io import BytesIO
from uuid import uuid4

import pytest

from tests.builders import a_context, a_tournament, an_account
from tests.tournaments.persons.lists.files import egd, egd_row
from tournaments.commands import carry_out, take_back
from tournaments.domain.presence import CheckIn
from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.storing import read_list, store_list
from tournaments.persons.players import add_player
from tournaments.reading.queries import names_for_story
from tournaments.story.reading import last_of
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
OPEN = "/api/v1/tournaments/open/"


@pytest.fixture
def row():
    return a_tournament(players=4)


@pytest.fixture
def director(api):
    api.force_authenticate(an_account("director", "director"))
    return api


def send(api, method, path, body, status=200):
    version = TournamentRow.objects.get(slug="open").version
    headers = {"Idempotency-Key": str(uuid4()), "If-Match": f'"{version}"'}
    answer = getattr(api, method)(OPEN + path, body, headers=headers)
    assert answer.status_code == status, answer.content
    return answer.json()


def entries():
    return list(EntryRow.objects.order_by("number"))


def ids(*places):
    return [str(entries()[place].id) for place in places]


def last_line(row):
    return last_of(str(row.id), names_for_story(row))[0]["text"]


def someone(**values):
    facts = {"family_name": "Vos", "given_name": "Ada", "rank": -4, "rating": 1700, "country": "BE"}
    return add_player(Organisation.objects.get(), {**facts, **values}, a_context())


class TestPresence:
    def test_the_desk_checks_all_in_and_marks_the_rest_absent(self, row, api):
        api.force_authenticate(an_account("desk", "desk"))
        there = [{"entry": entry, "checked_in": True} for entry in ids(0, 1)]
        missing = [{"entry": entry, "rounds": [{"round": 1, "present": False}]} for entry in ids(2, 3)]
        assert send(api, "patch", "entries/presence/", {"entries": there + missing})["stored"] == 4
        assert [(one.checked_in, one.absent) for one in entries()] == [(True, [])] * 2 + [(False, [1])] * 2


class TestChanges:
    def test_several_are_changed_and_taken_back_as_one(self, row, director):
        before = [one.rank for one in entries()]
        body = {"entries": ids(0, 2), "rank_steps": -1, "group": "B"}
        assert send(director, "patch", "entries/", body)["changed"] == ids(0, 2)
        assert [one.rank for one in entries()] == [before[0] - 1, before[1], before[2] - 1, before[3]]
        assert [one.group for one in entries()] == ["B", "", "B", ""]
        take_back(str(row.id), TournamentRow.objects.get(pk=row.pk).version, "", a_context())
        assert [(one.rank, one.group) for one in entries()] == [(rank, "") for rank in before]


class TestReplacing:
    def test_the_seat_is_the_new_players_and_the_story_names_both(self, row, director):
        new, old = someone(), entries()[1]
        body = send(director, "put", f"entries/{old.id}/player/", {"player": str(new.id), "reason": "ill"})
        assert (body["name"], body["number"], body["rank"], body["country"]) == ("Vos Ada", 2, "4k", "BE")
        assert last_line(row).startswith("Vos Ada takes the place of Player0001, rank ")
        earlier = [line["text"] for line in last_of(str(row.id), names_for_story(row))]
        assert not any(text.startswith("Vos Ada,") for text in earlier)  # they were not entered then


@pytest.fixture
def listed(row):
    """The second and the third player are in the EGD, where the third is as they are here."""
    second, third = entries()[1:3]
    for entry, number in ((second, "10000001"), (third, "10000002")):
        Player.objects.filter(pk=entry.player_id).update(egf_pin=number)
    rows = [
        egd_row(10000001, "Player0001", grade="1d", rating=2077),
        egd_row(10000002, "Player0002", grade="4d", rating=third.rating),
    ]
    store(egd(*rows))
    return row


def store(data):
    read = read_list(ListKind.EGD, BytesIO(data), skip_faulty=False)
    store_list(Organisation.objects.get(), read, a_context().at)


DRY_RUN = "entries/strengths/?dry_run=true"


class TestStrengths:
    def test_what_would_change_is_shown_and_nothing_stored(self, listed, director):
        before = [(one.rank, one.rating) for one in entries()]
        found = send(director, "post", DRY_RUN, {"list": "egd"})["difference"]
        assert [one["name"] for one in found["changes"]] == ["Player0001"]
        told = found["changes"][0]
        assert (told["rank"], told["rating"]) == ("5d", 2500)
        assert (told["listed_rank"], told["listed_rating"]) == ("1d", 2077)
        assert (found["seen"], found["same"], found["unknown"]) == (1, 1, ids(0, 3))
        assert [(one.rank, one.rating) for one in entries()] == before

    @pytest.mark.parametrize(("ranks", "rank"), [(True, 0), (False, 4)])
    def test_the_chosen_are_set(self, listed, director, ranks, rank):
        body = {"list": "egd", "seen": 1, "entries": ids(1), "ranks": ranks}
        assert send(director, "post", "entries/strengths/", body)["changed"] == ids(1)
        assert (entries()[1].rank, entries()[1].rating) == (rank, 2077)

    def test_another_list_than_was_seen_sets_nothing(self, listed, director):
        store(egd(egd_row(10000001, "Player0001", grade="9d", rating=2900)))
        body = {"list": "egd", "seen": 1, "entries": ids(1)}
        assert send(director, "post", "entries/strengths/", body, 409)["code"] == "list_read_anew"
        assert entries()[1].rating == 2500

    def test_without_a_list_it_says_so(self, row, director):
        assert send(director, "post", DRY_RUN, {"list": "egd"}, 404)["code"] == "unknown_list"
        send(director, "post", DRY_RUN, {"list": "no"}, 422)

    def test_requires_the_version_of_a_dry_run(self, listed, director):
        refused = send(director, "post", "entries/strengths/", {"list": "egd"}, 422)
        assert [one["place"] for one in refused["errors"]] == ["seen"]
        assert send(director, "post", "entries/strengths/", {"list": "egd", "seen": 1})["changed"] == ids(1)


class TestWhoIsNotHere:
    @pytest.fixture(autouse=True)
    def _two_are_here(self, row):
        for entry_id in ids(0, 1):
            carry_out(str(row.id), CheckIn(entry_id=entry_id), a_context())

    def test_they_are_named_and_nothing_is_paired(self, director):
        found = send(director, "post", "rounds/1/pairings/", {}, 409)
        assert found["code"] == "not_checked_in"
        assert found["players"] == [
            {"entry": entry_id, "name": name}
            for entry_id, name in zip(ids(2, 3), ["Player0002", "Player0003"], strict=True)
        ]
        assert not PairingRow.objects.exists()

    def test_they_are_paired_where_one_says_so(self, director):
        send(director, "post", "rounds/1/pairings/", {"not_here": "pair"}, 201)
        assert PairingRow.objects.count() == 2

    def test_or_miss_the_round_in_one_step(self, director):
        send(director, "post", "rounds/1/pairings/", {"not_here": "absent"}, 201)
        assert PairingRow.objects.count() == 1
        assert [one.absent for one in entries()] == [[], [], [1], [1]]
