"""Receipts: codes, their verification, and detection of altered logs."""

import json
import random
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.game import commands
from games.game.deciding import Act
from games.game.policy import policy, register_policy
from games.log import append_only, store
from games.log.digests import digest_of, timestamp
from games.log.tables import Event, StreamHead
from games.log.verification import verify
from games.receipts.bodies import facts_of, kind_in_words
from games.receipts.checking import check
from games.receipts.codes import SYMBOLS, code_at, code_of, last_code
from games.refusals import Refusal
from rules import Color, Pass, Play
from tests.games.game_builders import ID, context, opened
from tests.games.log.test_verify import _flip_any, undone
from tests.games.sample import AT, count, note

pytestmark = pytest.mark.django_db
STREAM = "game:7f3a"
TRIES = 300
ALTERED = "is not what was written: its digest does not match"


@pytest.fixture
def log():
    """Two streams whose events lie in between each other; the last event of the first, version 6."""
    for _ in range(3):
        note(STREAM, "first")
        note("game:7f3b", "naïve")
        last = count(STREAM, 4)[-1]
    count("game:7f3b", 5)
    append_only.remove()
    return last


@pytest.fixture
def code(log):
    return code_of(log)


def fault_of(code):
    fault = check(code).fault
    return None if fault is None else (fault.stream, fault.version)


def known(code):
    """The receipt, None where the code is refused."""
    try:
        return check(code)
    except Refusal as refusal:
        return {"no_such_receipt": None}[refusal.code]


def stored(position, kind="sample.counted.v2"):
    """The row of an event that begins a stream."""
    row = Event(
        position=position, stream="other", version=1, kind=kind, data='{"by":1}', actor="user:1",
        command_id=uuid4(), ordinal=0, recorded_at=AT,
    )  # fmt: skip
    row.digest = digest_of("", row)
    row.save(force_insert=True)
    return row


def test_receipt_leads_back_to_its_event(log, code):
    receipt = check(code)
    assert (receipt.valid, receipt.code, receipt.position) == (True, code, log.position)
    assert receipt.recorded == log


def test_code_has_five_groups_of_five_symbols(code):
    assert [len(group) for group in code.split("-")] == [5, 5, 5, 5, 5]
    assert set(code.replace("-", "")) <= set(SYMBOLS)


@pytest.mark.parametrize(
    ("position", "digest", "code"),
    [
        (1, "0" * 64, "00001-BNA0R-5Q30S-899C1-51Y1P"),
        (7654321, "5e" * 32, "79JXH-R4TJD-C6AGP-F0JG7-DF9T1"),
        (32**5, "f" * 64, "10000-0GEKM-KJYFG-QW4TW-MS8QE-J"),
        (2**60 - 1, "ab" * 32, "ZZZZZ-ZZZZZ-ZZG31-1FTVA-T4155-90912-JF"),
    ],
)
def test_codes_are_stable_under_one_key(position, digest, code, settings):
    settings.SECRET_KEY = "a key of long ago"
    assert code_at(position, digest) == code


def test_every_event_has_its_own_receipt(log):
    codes = {code_of(recorded): recorded for recorded in store.read_all()}
    assert len(codes) == 10
    assert all(check(code).recorded == recorded for code, recorded in codes.items())


def test_position_beyond_five_symbols_lengthens_the_code():
    row = stored(32**5)
    code = code_of(store.decode_row(row))
    assert (len(code.replace("-", "")), check(code).position) == (26, 32**5)


def test_receipt_of_a_command_is_that_of_its_last_event(log):
    done = note("another", "one", "two")
    assert check(last_code(done)).recorded.data["text"] == "two"
    assert last_code([]) is None


def test_rejects_code_with_any_changed_symbol(code):
    for place, symbol in enumerate(code):
        for other in SYMBOLS:
            if "-" != symbol != other:
                assert known(code[:place] + other + code[place + 1 :]) is None, (place, other)


def test_case_grouping_and_look_alikes_are_ignored(log):
    for recorded in store.read_all():
        code = code_of(recorded)
        bare = code.replace("-", "")
        confused = bare.replace("0", "O").replace("1", "I")
        for spelled in (code.lower(), bare, confused, confused.lower().replace("i", "l"), f" {code} "):
            assert check(spelled).code == code


@pytest.mark.parametrize(
    "code",
    [
        "",
        "-",
        "7K3MA",
        "U" * 25,
        "0" * 25,
        "0" * 24,
        "Z" * 33,
        "0" * 100_000,
        "٣" * 25,
        "\x00" * 25,
        "00001-7K3MA-7K3MA-7K3MA-7K3M!",
    ],
)
def test_rejects_code_that_was_never_issued(code, log):
    assert known(code) is None


def test_position_has_one_canonical_code(code):
    assert known("0" + code) is None


def test_codes_of_another_secret_are_rejected(log, code, settings):
    settings.SECRET_KEY = "of another installation"
    assert known(code) is None
    assert code_of(log) != code


def test_receipts_survive_key_rotation_while_the_old_key_is_kept(log, code, settings):
    old = settings.SECRET_KEY
    settings.SECRET_KEY = "the new key"
    settings.SECRET_KEY_FALLBACKS = ["an even older key", old]
    new = code_of(log)
    assert new != code
    assert (check(code).valid, check(new).valid) == (True, True)
    Event.objects.filter(pk=log.position).update(actor="user:2")
    assert fault_of(code) == fault_of(new) == (STREAM, 6)
    settings.SECRET_KEY_FALLBACKS = []
    assert (known(code), check(new).valid) == (None, False)


@pytest.mark.parametrize("version", range(1, 7))
@pytest.mark.parametrize(
    ("column", "value"),
    [("actor", "user:2"), ("data", '{"by":5}'), ("digest", "0" * 64), ("ordinal", 7), ("version", 900)],
)
def test_reports_altered_event(code, version, column, value):
    row = Event.objects.get(stream=STREAM, version=version)
    Event.objects.filter(pk=row.pk).update(**{column: value})
    fault = check(code).fault
    assert (fault.stream, fault.version, fault.position) == (STREAM, version, row.position)
    assert check(code).recorded is None


def test_reports_any_flipped_bit_up_to_the_event(log, code):
    chance = random.Random(7)  # repeatable
    places = list(Event.objects.filter(stream=STREAM).values_list("position", "version"))
    for _ in range(TRIES):
        position, version = chance.choice(places)
        with undone():
            column = _flip_any(chance, position)
            fault = check(code).fault
            assert fault is not None, (version, column)
            if position != log.position:
                assert (fault.stream, fault.version) == (STREAM, version), column
    assert check(code).valid


def test_later_or_unrelated_changes_do_not_affect_a_receipt(log, code):
    Event.objects.filter(stream="game:7f3b").update(actor="user:2")
    count(STREAM, 9)
    Event.objects.filter(stream=STREAM, version=7).update(actor="user:2")
    assert check(code).valid


@pytest.mark.parametrize("version", range(1, 6))
def test_reports_missing_earlier_event(code, version):
    Event.objects.filter(stream=STREAM, version=version).delete()
    fault = check(code).fault
    assert (fault.stream, fault.version) == (STREAM, version)
    assert fault.what == f"missing, up to version {version}"


def test_reports_missing_event_by_position(log, code):
    Event.objects.filter(pk=log.position).delete()
    assert str(check(code).fault) == f"position {log.position}: there is no event here any more"


def test_receipt_alone_reveals_a_fully_rewritten_log(log, code):
    link = ""
    for row in Event.objects.filter(stream=STREAM).order_by("version"):
        row.actor = "user:2"
        row.digest = link = digest_of(link, row)
        row.save()
    StreamHead.objects.filter(stream=STREAM).update(digest=link)
    assert list(verify()) == []
    fault = check(code).fault
    assert (fault.stream, fault.version, fault.position) == (STREAM, 6, log.position)
    assert fault.what == "the log holds another event than the one this receipt was given for"


@pytest.mark.sqlite
def test_reports_non_canonical_spelling(code):
    with undone(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_event SET recorded_at = recorded_at || '0' WHERE position = 1")
        assert fault_of(code) == (STREAM, 1)


def test_check_takes_a_fixed_number_of_queries(log, code, django_assert_num_queries):
    for number in range(30):
        last = count(STREAM, number)
    for asked in (code, last_code(last)):
        with django_assert_num_queries(4):
            check(asked)


def test_describes_kinds_and_facts_in_words():
    assert kind_in_words("tournament.result-reported.v1") == "Tournament: result reported"
    said = {
        "color": "b",
        "at": "D4",
        "round": 0,
        "komi": 6.5,
        "reason": "",
        "margin": None,
        "by_default": False,
        "result": {"winner": "white"},
        "points": ["A1", "B2"],
        "pairs": [{}, {}],
    }
    assert facts_of(said) == {
        "color": "Black",
        "at": "D4",
        "round": "0",
        "komi": "6.5",
        "by default": "no",
        "result winner": "white",
        "points": "A1, B2",
        "pairs": "2 of them",
    }


class TestCommand:
    @pytest.fixture
    def run(self, capsys):
        def run(*words):
            try:
                call_command("receipt", *words)
            except SystemExit as end:
                return capsys.readouterr().out, end.code
            except CommandError as error:
                return str(error), error.returncode
            return capsys.readouterr().out, 0

        return run

    def test_command_accepts_valid_receipt(self, log, code, run):
        out, status = run(code.lower())
        assert (out.splitlines(), status) == (
            [
                f"{code} is valid.",
                "Sample: counted, by user:1, 2025-03-01T09:30:00.120000Z",
                "  by: 4",
                f"{STREAM} version 6, position {log.position}",
                f"digest {log.digest}",
            ],
            0,
        )
        out, status = run(code, "--json")
        assert (json.loads(out), status) == (
            {
                "code": code,
                "valid": True,
                "position": log.position,
                "digest": log.digest,
                "recorded_at": "2025-03-01T09:30:00.120000Z",
                "event": {
                    "stream": STREAM,
                    "version": 6,
                    "kind": "sample.counted.v2",
                    "actor": "user:1",
                    "role": None,
                    "what": "Sample: counted",
                    "facts": {"by": "4"},
                },
                "fault": None,
            },
            0,
        )

    def test_command_rejects_invalid_receipt(self, code, run):
        Event.objects.filter(stream=STREAM, version=3).update(actor="user:2")
        position = Event.objects.get(stream=STREAM, version=3).position
        out, status = run(code, "--json")
        assert (json.loads(out)["valid"], json.loads(out)["event"], status) == (False, None, 1)
        assert json.loads(out)["fault"] == {
            "what": ALTERED,
            "position": position,
            "stream": STREAM,
            "version": 3,
        }
        assert run(code) == (
            f"{code} is not valid.\n{STREAM} version 3, position {position}: {ALTERED}\n",
            1,
        )

    @pytest.mark.parametrize("code", ["", "nonsense", "0" * 25])
    def test_command_rejects_unknown_receipt(self, code, run):
        said, status = run(code)
        assert (said.startswith("This service does not know this receipt."), status) == (True, 2)

    def test_command_describes_event_of_unknown_kind(self, log, run):
        Event.objects.filter(pk=log.position).delete()
        row = stored(log.position, kind="old.kind.v9")
        event = json.loads(run(code_of(store.decode_row(row)), "--json")[0])["event"]
        assert (event["what"], event["facts"]) == ("old.kind.v9", {})


class House:
    shown = True

    def may(self, user, action, game):
        return self.shown or user.is_authenticated

    def may_read_names(self, game):
        return True

    def participants(self, game):
        return {}

    def terms(self, game):
        return None

    def context_version(self, game):
        return 0

    def context_url(self, game):
        return ""


class TestRest:
    @pytest.fixture(autouse=True)
    def house(self):
        before, house = policy(), House()
        register_policy(house)
        yield house
        register_policy(before)

    @pytest.fixture
    def code(self):
        commands.open_games([opened()], context())
        return last_code(commands.change_record(ID, Act(action=Play(color=Color.BLACK, at="A1")), context()))

    def get(self, api, code, status=200):
        response = api.get(f"/api/v1/receipts/{code}/")
        assert response.status_code == status, response.content
        return response.json()

    def test_public_receipt_can_be_checked_by_anyone(self, api, code):
        told = self.get(api, code.lower())
        recorded = check(code).recorded
        assert told == {
            "code": code,
            "valid": True,
            "position": recorded.position,
            "digest": recorded.digest,
            "recorded_at": timestamp(recorded.recorded_at),
            "event": {
                "stream": f"game-{ID}",
                "version": 2,
                "kind": "game.stone-played.v1",
                "actor": "user:1",
                "role": None,
                "what": "Game: stone played",
                "facts": {"color": "Black", "at": "A1"},
            },
            "fault": None,
        }

    def test_hidden_game_reveals_only_validity_position_digest_and_time(self, api, code, house):
        shown = self.get(api, code)
        house.shown = False
        assert self.get(api, code) == shown | {"event": None}

    def test_reports_changed_log(self, api, code, house):
        append_only.remove()
        Event.objects.filter(stream=f"game-{ID}", version=1).update(actor="user:2")
        position = Event.objects.get(stream=f"game-{ID}", version=1).position
        fault = {"what": ALTERED, "position": position, "stream": f"game-{ID}", "version": 1}
        told = self.get(api, code)
        assert (told["valid"], told["digest"], told["event"], told["fault"]) == (False, None, None, fault)
        house.shown = False
        assert self.get(api, code)["fault"] == fault | {"stream": None, "version": None}

    def test_streams_without_policy_reveal_nothing(self, api):
        for stream in ("x", "game-x", "hall-1"):
            told = self.get(api, last_code(note(stream, "secret")))
            assert (told["valid"], told["event"]) == (True, None)

    @pytest.mark.parametrize("code", ["nonsense", "0" * 25, "%20", "%D9%A3"])
    def test_unknown_receipt_is_not_found(self, api, code):
        assert self.get(api, code, 404)["code"] == "no_such_receipt"

    def test_move_response_has_its_receipt(self, api, code, django_user_model):
        api.force_authenticate(django_user_model.objects.create_user("player"))
        address, headers = f"/api/v1/games/{ID}/moves/", {"If-Match": "*", "Idempotency-Key": "k"}
        moved = api.post(address, {"do": "play", "colour": "white", "at": "B2"}, headers=headers)
        again = api.post(address, {"do": "play", "colour": "white", "at": "B2"}, headers=headers)
        assert moved.json()["receipt"] == again.json()["receipt"]
        receipt = check(moved.json()["receipt"])
        assert (receipt.recorded.stream, receipt.recorded.version) == (f"game-{ID}", moved.json()["version"])

    def test_receipt_of_the_final_move_covers_the_proved_result(self, api, code):
        for color in (Color.WHITE, Color.BLACK):
            done = commands.change_record(ID, Act(action=Pass(color=color)), context())
        assert self.get(api, last_code(done))["event"]["what"] == "Game: ended"

    def test_too_many_requests_are_throttled(self, api, code, monkeypatch):
        from rest_framework.settings import api_settings

        monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "anon", "2/min")
        answers = [api.get(f"/api/v1/receipts/{code}/").status_code for _ in range(3)]
        assert answers == [200, 200, 429]
