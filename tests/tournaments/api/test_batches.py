"""Many lines in one request: results, players, presence and the pairs of a round."""

from uuid import uuid4

import pytest

from games.log.tables import Event
from games.rest.inputs import MOST_LINES
from tests.builders import a_context, a_tournament, an_account, finish, pair
from tournaments.persons.players import add_player
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow

pytestmark = [pytest.mark.django_db, pytest.mark.both]
OPEN = "/api/v1/tournaments/open/"
PRESENCE = "entries/presence/"
RESULTS = "rounds/1/results/"


@pytest.fixture
def row():
    row = a_tournament(players=8)
    pair(row, 1)
    return row


@pytest.fixture
def desk(api):
    api.force_authenticate(an_account("desk", "desk"))
    return api


@pytest.fixture
def director(api):
    api.force_authenticate(an_account("director", "director"))
    return api


def version():
    return TournamentRow.objects.get(slug="open").version


def send(api, method, path, body, status=200, **headers):
    answer = getattr(api, method)(OPEN + path, body, headers=headers)
    assert answer.status_code == status, answer.content
    return answer.json()


def games(round_=1):
    return [str(one.game_id) for one in PairingRow.objects.filter(round=round_).order_by("table")]


def line(game, result="black", **more):
    return {"game": game, "result": result, **more}


def winners(round_=1):
    return [one.winner for one in PairingRow.objects.filter(round=round_).order_by("table")]


def verdicts(body):
    return [one["state"] for one in body["lines"]]


def codes(body):
    return [next((fault["code"] for fault in one["errors"]), None) for one in body["lines"]]


NO_LINES = [
    [],
    {},
    {"results": None},
    {"results": {}},
    {"results": []},
    {"results": [[]]},
    {"results": ["x"]},
    {"results": [None]},
    {"results": [{"game": "x", "result": 7}]},
    {"results": [{"game": str(uuid4()), "result": "black", "by_default": "perhaps"}]},
    {"results": [line(str(uuid4()))], "each": "perhaps"},
    {"results": [line(str(uuid4()))], "each": []},
    {"results": [line(str(uuid4()))], "all": True},
    {"results": [line(str(uuid4()))] * (MOST_LINES + 1)},
]


class TestResults:
    def test_a_round_is_stored_in_one_request_with_a_receipt_for_each(self, row, desk):
        body = send(desk, "put", RESULTS, {"results": [line(game) for game in games()]})
        assert (body["stored"], body["same"], body["refused"]) == (4, 0, 0)
        assert winners() == ["black"] * 4
        assert [one["id"] for one in body["lines"]] == games()
        receipts = [one["receipt"] for one in body["lines"]]
        assert len(set(receipts)) == 4
        assert desk.get(f"/api/v1/receipts/{receipts[2]}/").status_code == 200

    def test_one_event_each_under_one_command(self, row, desk):
        before = Event.objects.count()
        send(desk, "put", RESULTS, {"results": [line(game) for game in games()]})
        new = list(Event.objects.order_by("position"))[before:]
        assert [one.kind for one in new] == ["tournament.result-recorded.v1"] * 4
        assert len({one.command_id for one in new}) == 1

    def test_one_line_that_is_refused_leaves_all_as_they_were(self, row, desk):
        said = [*(line(game) for game in games()[:3]), line(str(uuid4()))]
        body = send(desk, "put", RESULTS, {"results": said}, 422)
        assert body["code"] == "lines_refused"
        assert [(one["place"], one["code"]) for one in body["errors"]] == [("results.3", "unknown_pairing")]
        assert winners() == ["not_played"] * 4

    def test_every_line_gets_a_verdict_where_each_is_asked_for(self, row, desk):
        send(desk, "put", RESULTS, {"results": [line(games()[0])]})
        said = [line(games()[0]), line(games()[1], "white"), line(str(uuid4())), line(games()[2], "blakc")]
        body = send(desk, "put", RESULTS, {"each": True, "results": said})
        assert verdicts(body) == ["same", "stored", "refused", "refused"]
        assert codes(body) == [None, None, "unknown_pairing", "invalid_choice"]
        assert "One of: not_played, black, white" in body["lines"][3]["errors"][0]["message"]
        assert (body["stored"], body["same"], body["refused"]) == (1, 1, 2)
        assert winners()[:3] == ["black", "white", "not_played"]

    def test_the_words_are_in_the_language_asked_for(self, row, desk):
        said = {"results": [line(str(uuid4()))]}
        german = send(desk, "put", RESULTS, said, 422, **{"Accept-Language": "de"})
        english = send(desk, "put", RESULTS, said, 422)
        assert german["errors"][0]["message"] != english["errors"][0]["message"]
        each = send(desk, "put", RESULTS, {**said, "each": True}, **{"Accept-Language": "de"})
        assert each["lines"][0]["errors"][0]["message"] == german["errors"][0]["message"]

    def test_a_value_that_does_not_fit_is_named_by_its_place_with_the_choices(self, row, desk):
        said = {"results": [line(games()[0]), line(games()[1], "blakc"), {"gmae": games()[2]}]}
        errors = {one["place"]: one["message"] for one in send(desk, "put", RESULTS, said, 422)["errors"]}
        assert "One of: not_played, black, white" in errors["results.1.result"]
        assert "results.2.game" in errors
        assert errors["results.2.gmae"].startswith("There is no such member; there are: ")

    def test_the_same_game_twice_is_nobodys_result(self, row, desk):
        said = [line(games()[0], "black"), line(games()[1]), line(games()[0], "white")]
        body = send(desk, "put", RESULTS, {"each": True, "results": said})
        assert codes(body) == ["named_twice", None, "named_twice"]
        assert winners()[:2] == ["not_played", "black"]
        assert send(desk, "put", RESULTS, {"results": said}, 422)["code"] == "lines_refused"

    def test_lines_of_another_round_are_refused_there(self, row, desk):
        finish(row, 1)
        pair(row, 2)
        said = [*(line(game) for game in games(2)[:2]), *(line(game) for game in games(1)[:2])]
        body = send(desk, "put", "rounds/2/results/", {"each": True, "results": said})
        assert codes(body) == [None, None, "in_another_round", "in_another_round"]
        assert body["lines"][2]["facts"]["round"] == 1

    def test_a_reason_is_asked_for_line_by_line(self, row, desk):
        finish(row, 1)
        pair(row, 2)
        other = {"black": "white", "white": "black"}
        turned = [other[one] for one in winners()]
        said = [line(game, result) for game, result in zip(games(), turned, strict=True)]
        said[1]["reason"] = "the slip was misread"
        body = send(desk, "put", RESULTS, {"each": True, "results": said})
        assert codes(body) == ["reason_required", None, "reason_required", "reason_required"]

    def test_the_etag_of_the_last_read_guards_them_all(self, row, desk):
        said = {"results": [line(games()[0])]}
        old = version()
        send(desk, "put", RESULTS, said, **{"If-Match": f'"{old}"'})
        said["results"].append(line(games()[1]))
        assert send(desk, "put", RESULTS, said, 412, **{"If-Match": f'"{old}"'})["code"] == "version_clash"

    def test_the_same_key_is_answered_the_same_and_stores_nothing_more(self, row, desk):
        said, key = {"results": [line(game) for game in games()]}, {"Idempotency-Key": "a"}
        first = send(desk, "put", RESULTS, said, **key)
        stored = Event.objects.count()
        assert send(desk, "put", RESULTS, said, **key) == first
        assert Event.objects.count() == stored
        assert send(desk, "put", RESULTS, {"results": said["results"][:1]}, 422, **key)["code"] == (
            "idempotency_mismatch"
        )

    def test_sent_again_without_a_key_everything_is_the_same(self, row, desk):
        said = {"results": [line(game) for game in games()]}
        send(desk, "put", RESULTS, said)
        assert verdicts(send(desk, "put", RESULTS, said)) == ["same"] * 4

    def test_what_is_no_list_of_lines_is_refused_whole(self, row, desk):
        for body in NO_LINES:
            assert send(desk, "put", RESULTS, body, 422)["code"] == "invalid"
            assert winners() == ["not_played"] * 4


class TestRightsToResults:
    def test_games_of_another_tournament_are_not_known_here(self, row, desk):
        elsewhere = a_tournament(players=4, slug="other", published=False)
        pair(elsewhere, 1)
        hidden = str(PairingRow.objects.filter(tournament=elsewhere).first().game_id)
        body = send(desk, "put", RESULTS, {"each": True, "results": [line(hidden)]})
        assert codes(body) == ["unknown_pairing"]

    def test_an_official_does_not_record_a_game_of_their_own_among_others(self, row, api):
        official = an_account("referee", "referee")
        entry = PairingRow.objects.get(game_id=games()[1]).black
        Player.objects.filter(pk=entry.player_id).update(user=official)
        api.force_authenticate(official)
        said = [line(game) for game in games()]
        body = send(api, "put", RESULTS, {"each": True, "results": said})
        assert codes(body) == [None, "own_game", None, None]
        errors = send(api, "put", RESULTS, {"results": said}, 422)["errors"]
        assert [(one["place"], one["code"]) for one in errors] == [("results.1", "own_game")]


def people(count):
    facts = {"given_name": "Ada", "rank": -4, "rating": 1700, "country": "BE"}
    house = Organisation.objects.get()
    return [str(add_player(house, {**facts, "family_name": f"Vos{n}"}, a_context()).id) for n in range(count)]


class TestEntering:
    def test_several_are_entered_at_once(self, row, director):
        said = [{"player": one, "rank": "2k"} for one in people(3)]
        body = send(director, "post", "entries/batch/", {"entries": said})
        assert body["stored"] == 3
        entered = list(EntryRow.objects.order_by("number"))[8:]
        assert [str(one.id) for one in entered] == [one["id"] for one in body["lines"]]
        assert [one.player_id for one in entered] != []
        assert {one.rank for one in entered} == {-2}

    def test_each_is_told_what_became_of_it(self, row, director):
        known = people(2)
        said = [{"player": known[0]}, {"player": str(uuid4())}, {"player": known[1]}, {"player": known[1]}]
        body = send(director, "post", "entries/batch/", {"each": True, "entries": said})
        assert codes(body) == [None, "unknown_player", "named_twice", "named_twice"]
        again = send(director, "post", "entries/batch/", {"each": True, "entries": said[:1]})
        assert codes(again) == ["already_entered"]

    def test_all_or_none(self, row, director):
        said = [{"player": people(1)[0]}, {"player": str(uuid4())}]
        body = send(director, "post", "entries/batch/", {"entries": said}, 422)
        assert [one["place"] for one in body["errors"]] == ["entries.1.player"]
        assert EntryRow.objects.count() == 8


class TestPresence:
    def test_each_line_has_members_of_its_own(self, row, desk):
        first, second, third = (str(one.id) for one in EntryRow.objects.order_by("number")[:3])
        misses = [{"round": number, "present": False} for number in (2, 3)]
        lines = [
            {"entry": first, "checked_in": True},
            {"entry": second, "rounds": misses},
            {"entry": third, "checked_in": False},
            {"entry": str(uuid4())},
        ]
        body = send(desk, "patch", PRESENCE, {"each": True, "entries": lines})
        assert verdicts(body) == ["stored", "stored", "same", "refused"]
        assert body["lines"][3]["errors"][0]["message"] == "give checked_in, rounds or state"
        assert EntryRow.objects.get(pk=first).checked_in
        assert EntryRow.objects.get(pk=second).absent == [2, 3]

    def test_state_of_a_line_needs_the_right_to_change_entries(self, row, api):
        first, second = (str(one.id) for one in EntryRow.objects.order_by("number")[:2])
        lines = [{"entry": first, "checked_in": True}, {"entry": second, "state": "withdrawn"}]
        api.force_authenticate(an_account("desk", "desk"))
        body = send(api, "patch", PRESENCE, {"each": True, "entries": lines})
        assert codes(body) == [None, "forbidden"]
        assert send(api, "patch", f"entries/{second}/presence/", {"state": "withdrawn"}, 403)
        api.force_authenticate(an_account("director", "director"))
        body = send(api, "patch", PRESENCE, {"entries": lines})
        assert verdicts(body) == ["same", "stored"]
        assert EntryRow.objects.get(pk=second).withdrawn

    def test_a_player_with_a_game_is_not_absent_and_the_others_are_told(self, row, desk):
        first, second = (str(one.id) for one in EntryRow.objects.order_by("number")[:2])
        misses = [{"round": 1, "present": False}]
        said = [{"entry": first, "rounds": misses}, {"entry": second, "checked_in": True}]
        body = send(desk, "patch", PRESENCE, {"each": True, "entries": said})
        assert codes(body) == ["already_paired", None]
        send(desk, "patch", PRESENCE, {"entries": said}, 422)


class TestPairs:
    def entries(self):
        return [str(one.id) for one in EntryRow.objects.order_by("number")]

    def put(self, api, body, status=200, tag=None):
        return send(api, "put", "rounds/1/pairs/", body, status, **{"If-Match": tag or f'"{version()}"'})

    def test_another_program_pairs_and_we_publish(self, director):
        a_tournament(players=5)
        a, b, c, d, e = self.entries()
        pairs = [{"white": a, "black": b, "handicap": 2, "komi": 0.5}, {"white": d, "black": c}]
        body = self.put(director, {"pairs": pairs, "byes": [e]})
        assert body["number"] == 1
        there = PairingRow.objects.order_by("table")
        assert [(str(one.white_id), str(one.black_id), one.table) for one in there] == [(a, b, 1), (d, c, 2)]
        assert (there[0].handicap, there[0].komi) == (2, 0.5)
        assert RoundRow.objects.get(number=1).byes == [e]
        director.patch(OPEN + "rounds/1/", {"published": True}, headers={"If-Match": f'"{version()}"'})
        assert RoundRow.objects.get(number=1).published

    def test_it_replaces_what_is_there_and_keeps_what_is_the_same(self, row, director):
        kept, *others = PairingRow.objects.order_by("table")
        waiting = [str(id_) for one in others for id_ in (one.white_id, one.black_id)]
        pairs = [{"white": str(kept.white_id), "black": str(kept.black_id), "handicap": kept.handicap}]
        pairs[0]["komi"] = kept.komi
        pairs += [{"white": waiting[n], "black": waiting[n + 3]} for n in range(3)]
        self.put(director, {"pairs": pairs, "reason": "paired elsewhere"})
        assert str(kept.game_id) in games()
        assert {str(one.white_id) for one in PairingRow.objects.all()} == {one["white"] for one in pairs}
        before = Event.objects.count()
        self.put(director, {"pairs": pairs, "reason": "paired elsewhere"})
        assert Event.objects.count() == before

    def test_a_game_with_a_result_is_not_unmade(self, row, director):
        send(director, "put", RESULTS, {"results": [line(games()[0])]})
        a, b, *_ = self.entries()
        body = self.put(director, {"pairs": [{"white": a, "black": b}], "reason": "x"}, 422)
        assert body["code"] == "lines_refused"
        assert "game_has_result" in {one["code"] for one in body["errors"]}
        assert len(games()) == 4

    def test_every_pair_at_fault_is_named(self, director):
        a_tournament(players=6)
        a, b, c, d, *_ = self.entries()
        pairs = [{"white": a, "black": b}, {"white": b, "black": c}, {"white": d, "black": d}]
        body = self.put(director, {"pairs": pairs, "byes": [a]}, 422)
        told = [(one["place"], one["code"]) for one in body["errors"]]
        assert told == [
            ("pairs.1", "already_paired"),
            ("pairs.2.black", "same_player_twice"),
            ("byes.0", "already_paired"),
        ]
        assert games() == []

    def test_the_version_is_needed_and_must_be_the_last(self, director):
        a_tournament(players=4)
        a, b, *_ = self.entries()
        body = {"pairs": [{"white": a, "black": b}]}
        send(director, "put", "rounds/1/pairs/", body, 428)
        assert self.put(director, body, 412, tag='"1"')["code"] == "version_clash"


NUMBERS = [7, 0, 2**62, True, 1.5]


class TestWhatALineMayNotSay:
    def test_an_unknown_member_refuses_its_own_line_alone(self, row, desk):
        first, second = games()[:2]
        said = [line(first), line(second, nonsense=1)]
        body = send(desk, "put", RESULTS, {"each": True, "results": said})
        assert (body["stored"], body["refused"]) == (1, 1)
        [fault] = body["lines"][1]["errors"]
        assert (fault["code"], fault["place"]) == ("unknown_member", "results.1.nonsense")
        assert "there are: by_default, game, reason, result." in fault["message"]
        assert winners()[:2] == ["black", "not_played"]
        errors = send(desk, "put", RESULTS, {"results": said}, 422)["errors"]
        assert [one["place"] for one in errors] == ["results.1.nonsense"]
        errors = send(desk, "put", RESULTS, {"each": True, "results": said, "nonsense": 1}, 422)["errors"]
        assert [one["place"] for one in errors] == ["nonsense"]

    def test_a_number_is_no_id(self, row, desk):
        for number in NUMBERS:
            errors = send(desk, "put", RESULTS, {"results": [line(number)]}, 422)["errors"]
            assert [one["place"] for one in errors] == ["results.0.game"]
            there = {"entries": [{"entry": number, "checked_in": True}]}
            assert send(desk, "patch", PRESENCE, there, 422)["errors"][0]["place"] == "entries.0.entry"

    def test_nobody_is_absent_and_present_at_once(self, row, desk):
        entry = str(EntryRow.objects.first().id)
        before = version()
        said = {"rounds": [{"round": 3, "present": present} for present in (False, True)]}
        refused = send(desk, "patch", f"entries/{entry}/presence/", said, 422)
        assert [(one["place"], one["message"]) for one in refused["errors"]] == [
            ("rounds", "each round once")
        ]
        lines = {"each": True, "entries": [{"entry": entry, **said}]}
        body = send(desk, "patch", PRESENCE, lines)
        assert (body["refused"], codes(body)) == (1, ["invalid"])
        assert version() == before
