"""Invalid OpenGotha files: each is rejected with a code and a line."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import size
from tests.tournaments.formats.gotha_file import GothaFile
from tournaments.formats import ExchangeError, read_opengotha
from tournaments.formats.opengotha import MAX_CLUBS, MAX_GROUPS, MAX_PLAYERS
from tournaments.formats.safe_xml import MAX_BYTES, MAX_ELEMENTS

GOOD = str(GothaFile())
DOCTYPE = '<!DOCTYPE Tournament [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
EXTERNAL = '<!DOCTYPE Tournament SYSTEM "file:///etc/passwd">'
PARAMETER = '<!DOCTYPE Tournament SYSTEM "a.dtd" [<!ENTITY % b SYSTEM "file:///etc/passwd"> %b;]>'


def refused(data):
    with pytest.raises(ExchangeError) as caught:
        read_opengotha(data)
    return caught.value


def in_prolog(declaration):
    return GOOD.replace("<Tournament", declaration + "<Tournament", 1).encode()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_well_formed"),
        (b"\x00" * 100, "not_well_formed"),
        (b"PK\x03\x04 not xml", "not_well_formed"),
        (GOOD.encode()[: len(GOOD) // 2], "not_well_formed"),
        (GOOD.encode("latin-1"), "encoding"),
        (GOOD.replace("UTF-8", "klingon").encode(), "encoding"),
        (GOOD.replace("UTF-8", "utf-7").encode(), "encoding"),
        (GOOD.replace("UTF-8", "UTF-16").encode(), "encoding"),
        (in_prolog(DOCTYPE), "dtd"),
        (in_prolog(PARAMETER), "dtd"),
        (in_prolog(EXTERNAL).replace(b"Tulip Cup", b"&lol;"), "dtd"),
        (in_prolog(EXTERNAL).replace(b"</Players>", b"&lol;</Players>"), "dtd"),
        (
            in_prolog(EXTERNAL)
            .decode()
            .replace("Tulip Cup", "&lol;")
            .replace("UTF-8", "UTF-16")
            .encode("utf-16"),
            "dtd",
        ),
        (GOOD.replace("Tulip Cup", "&lol;").encode(), "not_well_formed"),
        (b"<Other/>", "not_opengotha"),
        (b"<Tournament/>", "no_players"),
        (b'<Tournament dataVersion="99"/>', "unsupported_version"),
        (b'<Tournament dataVersion="201"/>', "no_players"),
        (b" " * (MAX_BYTES + 1), "too_large"),
        (b"<a>" * 21 + b"</a>" * 21, "too_deep"),
        (b"<Tournament>" + b"<a/>" * (MAX_ELEMENTS + 1) + b"</Tournament>", "too_many_elements"),
        (b"<Tournament " + b" ".join(b'a%d=""' % n for n in range(300)) + b"/>", "too_many_attributes"),
        (b"<Tournament " + b" ".join(b'a%d=""' % n for n in range(10**6)) + b"/>", "markup_too_long"),
        (b'<Tournament name="' + b"x" * 10**6, "markup_too_long"),
        (b"<!--" + b"x" * 10**6 + b"--><Tournament/>", "markup_too_long"),
    ],
)
def test_rejects_files_that_are_no_such_xml(data, code):
    assert refused(data).code == code


def test_fault_names_the_line():
    fault = refused(GOOD.replace('rank="2K"', 'rank="2Q"').encode())
    line = next(number for number, text in enumerate(GOOD.splitlines(), start=1) if 'rank="2K"' in text)
    assert (fault.code, fault.line, fault.element) == ("bad_rank", line, "Player")
    assert str(fault).endswith(f"(line {line})")


@pytest.mark.parametrize(
    ("part", "changes", "code"),
    [
        ("players", {"rank": "0D"}, "bad_rank"),
        ("players", {"rank": "0K"}, "bad_rank"),
        ("players", {"rank": "10P"}, "bad_rank"),
        ("players", {"rank": "100K"}, "bad_rank"),
        ("players", {"rank": "strong"}, "bad_rank"),
        ("players", {"rating": "NaN"}, "bad_number"),
        ("players", {"rating": "1e3"}, "bad_number"),
        ("players", {"rating": "٢١٠٠"}, "bad_number"),
        ("players", {"rating": "9" * 400}, "bad_number"),
        ("players", {"rating": "99999999"}, "out_of_range"),
        ("players", {"smmsCorrection": "1000"}, "out_of_range"),
        ("players", {"participating": "10?"}, "bad_participation"),
        ("players", {"participating": "1" * 41}, "bad_participation"),
        ("players", {"registeringStatus": "MAYBE"}, "unknown_value"),
        ("players", {"club": "x" * 501}, "text_too_long"),
        ("players", {"name": "", "firstName": " "}, "missing_name"),
        ("players", {"name": "BERG", "firstName": "émile"}, "duplicate_player"),
        ("games", {"whitePlayer": "NOBODY"}, "unknown_player"),
        ("games", {"whitePlayer": ""}, "unknown_player"),
        ("games", {"whitePlayer": "BERGÉMILE"}, "paired_with_self"),
        ("games", {"roundNumber": "-1"}, "out_of_range"),
        ("games", {"roundNumber": "0"}, "out_of_range"),
        ("games", {"roundNumber": "41"}, "out_of_range"),
        ("games", {"roundNumber": "2", "tableNumber": "2"}, "paired_twice"),
        ("games", {"roundNumber": "2"}, "table_taken"),
        ("games", {"tableNumber": "NaN"}, "bad_number"),
        ("games", {"handicap": "10"}, "out_of_range"),
        ("games", {"result": "RESULT_UNKNOWN_BYDEF"}, "unknown_value"),
        ("games", {"knownColor": "maybe"}, "bad_truth"),
        ("general", {"numberOfRounds": "-3"}, "out_of_range"),
        ("general", {"numberOfRounds": "41"}, "out_of_range"),
        ("general", {"komi": "NaN"}, "bad_number"),
        ("general", {"komi": "inf"}, "bad_number"),
        ("general", {"komi": "6.25"}, "bad_komi"),
        ("general", {"size": "1"}, "out_of_range"),
        ("general", {"beginDate": "01/05/2024"}, "bad_date"),
        ("general", {"genRoundDownNBWMMS": "1"}, "bad_truth"),
        ("general", {"genMMBar": "99D"}, "bad_rank"),
        ("general", {"complementaryTimeSystem": "HOURGLASS"}, "unknown_value"),
        ("general", {"numberOfCategories": "1000000"}, "out_of_range"),
        ("pairing", {"paiBaAvoidDuplGame": "9" * 18}, None),
        ("pairing", {"paiBaAvoidDuplGame": "-5"}, "out_of_range"),
        ("pairing", {"paiBaAvoidDuplGame": "9" * 19}, "bad_number"),
        ("pairing", {"paiStandardNX1Factor": "NaN"}, "bad_number"),
        ("pairing", {"paiMaSeedSystem1": "SPLITANDPRAY"}, "unknown_value"),
        ("handicap", {"hdCeiling": "ten"}, "bad_number"),
    ],
)
def test_rejects_invalid_attributes(part, changes, code):
    file = GothaFile()
    target = getattr(file, part)
    (target[0] if isinstance(target, list) else target).update(changes)
    if code is None:
        assert read_opengotha(bytes(file)).history.settings.pairing.avoid_repeated == 10**18 - 1
    else:
        assert refused(bytes(file)).code == code


CLUB = '<Club name="{}"/>'


@pytest.mark.parametrize(
    ("inside", "code"),
    [
        ('<ClubsGroup name="West"><Club/></ClubsGroup>', "missing_attribute"),
        (f'<ClubsGroup name="{"x" * 501}"/>', "text_too_long"),
        (f'<ClubsGroup name="West">{CLUB.format("x" * 501)}</ClubsGroup>', "text_too_long"),
        ("".join(f'<ClubsGroup name="{n}"/>' for n in range(MAX_GROUPS + 1)), "too_many_club_groups"),
        (
            f'<ClubsGroup name="West">{"".join(map(CLUB.format, range(MAX_CLUBS + 1)))}</ClubsGroup>',
            "too_many_clubs",
        ),
    ],
)
def test_rejects_invalid_club_groups(inside, code):
    fault = refused(bytes(GothaFile(more=f"<ClubsGroups>{inside}</ClubsGroups>")))
    assert (fault.code, fault.element in ("Club", "ClubsGroup"), fault.line > 1) == (code, True, True)


@pytest.mark.parametrize(
    ("part", "attribute"), [("players", "name"), ("games", "blackPlayer"), ("games", "roundNumber")]
)
def test_rejects_missing_attributes(part, attribute):
    file = GothaFile()
    del getattr(file, part)[0][attribute]
    assert refused(bytes(file)).code == "missing_attribute"


def test_rejects_bye_of_unknown_or_busy_player():
    assert refused(bytes(GothaFile(byes=[{"roundNumber": "1", "player": "X"}]))).code == "unknown_player"
    assert (
        refused(bytes(GothaFile(byes=[{"roundNumber": "1", "player": "DEWITANNA"}]))).code == "paired_twice"
    )


def test_rejects_categories_in_the_wrong_order():
    file = GothaFile(categories=[{"number": "1", "lowerLimit": "5K"}, {"number": "2", "lowerLimit": "1D"}])
    file.general["numberOfCategories"] = "3"
    assert refused(bytes(file)).code == "bad_categories"


def test_rejects_too_many_players():
    file = GothaFile(games=[])
    file.players = [{"name": f"P{number}", "firstName": "A"} for number in range(MAX_PLAYERS + 1)]
    assert refused(bytes(file)).code == "too_many_players"
    file.players.pop()
    assert len(read_opengotha(bytes(file)).history.entrants) == MAX_PLAYERS


@given(st.data())
@settings(max_examples=size(40, long=150), deadline=None)
def test_damaged_file_is_read_or_refused(data):
    good = GOOD.encode()
    begin = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(begin, min(len(good), begin + 40)))
    damaged = good[:begin] + data.draw(st.binary(max_size=20)) + good[end:]
    with suppress(ExchangeError):
        read_opengotha(damaged)
