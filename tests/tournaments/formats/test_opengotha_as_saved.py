"""Files as current and older programs save them: read completely and written unchanged."""

from dataclasses import replace

import pytest

from tests.tournaments.formats.gotha_file import GothaFile, published
from tests.tournaments.formats.outgoings import again
from tournaments.competition.standings import standings
from tournaments.formats import read_opengotha
from tournaments.formats.opengotha_out import write_opengotha

MARK = b"\xef\xbb\xbf"


def opengotha():
    """As OpenGotha has saved since January 2021: no data version."""
    return bytes(published("opengotha_swiss_35x10"))


def pairgoth():
    """As pairgoth saves: a byte order mark, byes inside an element of their own name, lower-case ranks."""
    file = published("pairgoth_mcmahon_71x5")
    file.around_byes = "ByePlayer"
    return MARK + bytes(file)


@pytest.mark.parametrize(
    ("file", "entrants", "games", "byes", "system", "rules"),
    [
        (opengotha, 35, 170, 10, "swiss", "opengotha-3.51-2"),
        (pairgoth, 71, 38, 2, "mcmahon", "opengotha-3.52-2"),
    ],
)
def test_reads_saved_file_completely(file, entrants, games, byes, system, rules):
    history = read_opengotha(file()).history
    assert (len(history.entrants), len(history.games)) == (entrants, games)
    assert sum(map(len, history.byes.values())) == byes
    assert (history.settings.system, history.settings.pairing.rules) == (system, rules)


def test_reads_file_without_any_version_as_the_last():
    imported = read_opengotha(bytes(GothaFile(version={})))
    assert imported.history == read_opengotha(bytes(GothaFile(version={"dataVersion": "201"}))).history
    assert "The file does not name the version of its data: it is read as 201." in imported.warnings


PLAYERS_ONLY = """<?xml version="1.0" encoding="UTF-8"?>
<Tournament>
  <Players>
    <Player agaNo="15648" club="NYGC" country="US" firstName="Ada" name="Birch" rank="20K" rating="-206"
            ratingOrigin="AGA" registeringStatus="PRE"/>
    <Player agaNo="" club="" country="TW" firstName="明" name="小幫手" rank="3D" rating="2300"/>
    <Player agaNo="" country="IE" firstName="Cy" name="O'Brien &amp; Sons" rank="" rating=""/>
  </Players>
</Tournament>
""".encode()


def test_reads_players_alone_with_the_default_settings_of_opengotha():
    imported = read_opengotha(PLAYERS_ONLY)
    entrants = [(one.rank, one.rating, one.final) for one in imported.history.entrants.values()]
    assert entrants == [(-20, -206, False), (2, 2300, True), (-30, -900, True)]
    assert [(one.full, one.aga_id) for one in imported.details.persons.values()] == [
        ("Birch Ada", "15648"),
        ("小幫手 明", ""),
        ("O'Brien & Sons Cy", ""),
    ]
    settings = imported.history.settings
    assert (settings.system, settings.rounds, settings.komi, settings.bar) == ("mcmahon", 5, 7.5, 3)
    assert settings.criteria == ("MMS", "SOSM", "SOSOSM")
    version, sets, rank = imported.warnings
    assert version == "The file does not name the version of its data: it is read as 201."
    assert sets.startswith("GeneralParameterSet, HandicapParameterSet, PlacementParameterSet, ")
    assert rank == "O'BRIEN&SONSCY has no rank: 30K is used."


def test_settings_that_a_file_lacks_take_the_defaults_of_opengotha():
    general = b"<TournamentParameterSet><GeneralParameterSet numberOfRounds='3' komi='6.5' name='Cup'/>"
    sparse = PLAYERS_ONLY.replace(b"</Players>", b"</Players>" + general + b"</TournamentParameterSet>")
    imported = read_opengotha(sparse)
    settings = imported.history.settings
    assert (settings.rounds, settings.komi, imported.details.name) == (3, 6.5, "Cup")
    assert settings.criteria == ("MMS", "SOSM", "SOSOSM")
    missing = "HandicapParameterSet, PlacementParameterSet, PairingParameterSet is missing: "
    assert f"{missing}OpenGotha's defaults are used." in imported.warnings


def test_bye_of_pairgoth_is_a_point():
    history = read_opengotha(pairgoth()).history
    [free] = history.byes[1]
    with_bye, without = (
        {row.entrant_id: row.scores["MMS"] for row in standings(each, 1).rows}
        for each in (history, replace(history, byes={}))
    )
    assert with_bye[free] - without[free] == 2  # in half points
    assert {id_ for id_ in with_bye if with_bye[id_] != without[id_]} == {free}


@pytest.mark.parametrize("file", [opengotha, pairgoth])
def test_saved_file_is_written_again_unchanged(file):
    first = read_opengotha(file())
    second = read_opengotha(write_opengotha(again(first)).data)
    assert second.history == first.history
    assert second.details.persons == {
        id_: replace(person, grade=person.grade or "30K") for id_, person in first.details.persons.items()
    }


def test_document_type_naming_a_file_is_ignored_and_loads_nothing(tmp_path):
    dtd = tmp_path / "tournament.dtd"
    dtd.write_text("<!ELEMENT Tournament ANY")  # broken: reading it would be a fault
    plain = read_opengotha(bytes(GothaFile()))
    for where in ("tournament.dtd", dtd.as_uri(), "http://localhost:1/tournament.dtd"):
        assert read_opengotha(bytes(GothaFile(doctype=f'<!DOCTYPE Tournament SYSTEM "{where}">\n'))) == plain


@pytest.mark.parametrize(
    ("written", "rank", "used"), [("31K", -30, "30K"), ("10D", 8, "9D"), ("45k", -30, "30K")]
)
def test_rank_out_of_range_becomes_the_nearest_with_a_warning(written, rank, used):
    file = GothaFile()
    file.players[0]["rank"] = written
    imported = read_opengotha(bytes(file))
    assert imported.history.entrants["DEWITANNA"].rank == rank
    assert imported.warnings == (f"The rank {written} of DEWITANNA is outside 30K to 9D; {used} is used.",)
