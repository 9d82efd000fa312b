"""Files written for OpenGotha are read again unchanged; warnings name data that the format lacks."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.sizes import size
from tests.tournaments.competition.pairing.builders import swiss_32x7
from tests.tournaments.competition.standings.builders import WALLISTS, cup_16x4, histories, played, wallist
from tests.tournaments.formats.gotha_file import GothaFile, written
from tests.tournaments.formats.outgoings import again, outgoing
from tournaments.competition.history import ClubGroup, MeetingGroup, MeetingKind
from tournaments.competition.settings import DrawPlace, PairingSettings, Seeding, TeamSettings
from tournaments.competition.standings import standings
from tournaments.formats import Overtime, Person, TimeSystem, read_opengotha
from tournaments.formats.opengotha_out import write_opengotha

ALWAYS = "The director is unknown: the field is left empty."


def warned(history, persons=None, **changes):
    """Warnings but the one that every file has."""
    warnings = write_opengotha(outgoing(history, persons, **{"country": "", **changes})).warnings
    assert ALWAYS in warnings
    return [warning for warning in warnings if warning != ALWAYS]


def names(imported):
    """Key, surname and given name in the file's order."""
    return [(id_, person.name, person.first_name) for id_, person in imported.details.persons.items()]


def roundtrip(history, **changes):
    """Read, written, and read again."""
    first = read_opengotha(bytes(written(history)))
    return first, read_opengotha(write_opengotha(again(first, **changes)).data)


@pytest.mark.parametrize("name", [*WALLISTS, "swiss_32x7", "cup_16x4"])
def test_played_tournament_is_read_again_unchanged(name):
    others = {"swiss_32x7": swiss_32x7, "cup_16x4": cup_16x4}
    history, _ = others[name]() if name in others else wallist(name)
    first, second = roundtrip(history)
    assert second.history.settings.system == history.settings.system
    assert second.history == first.history
    assert names(second) == names(first)
    assert second.warnings == ()
    second_details = replace(second.details, short_name="Tulip", director="E. Vos", persons={})
    assert second_details == replace(first.details, persons={})
    for round_ in range(history.settings.rounds + 1):
        assert standings(second.history, round_) == standings(first.history, round_)


@given(histories(criteria=("CATEGORY", "MMS", "SOSM-1", "RANK", "CUSSM")))
@settings(max_examples=size(30, long=60))
def test_any_tournament_is_read_again_unchanged(history):
    again = read_opengotha(write_opengotha(outgoing(history)).data).history
    keys = {id_: f"{id_}{id_}{id_}" for id_ in history.entrants}
    assert [(e.rank, e.absent, e.final) for e in again.entrants.values()] == [
        (e.rank, e.absent, e.final) for e in history.entrants.values()
    ]
    assert [(g.round, g.table, g.white, g.black, g.handicap, g.result.winner) for g in again.games] == [
        (g.round, g.table, keys[g.white], keys[g.black], g.handicap, g.result.winner) for g in history.games
    ]
    assert again.byes == {n: frozenset(keys[i] for i in ids) for n, ids in history.byes.items() if ids}


def test_settings_are_read_again_unchanged():
    chosen = PairingSettings(
        rules="opengotha-3.51-2",
        random=7,
        deterministic=False,
        draw_up=DrawPlace.TOP,
        draw_down=DrawPlace.BOTTOM,
        seeding_first=Seeding.SLIP,
        seeding_second=Seeding.RANDOM,
        first_seeding_until=4,
        rating_in_first=False,
        rating_in_second=True,
        club_group_factor=5,
        nx1_factor=0.000001,
        strong_from=-2,
        strong_by_wins=False,
    )
    history = played(
        "AB w",
        system="mcmahon",
        criteria=("CATEGORY", "MMS", "RATING"),
        categories=(0, -5),
        mms_absent2=0,
        round_down=False,
        not_played_counts_half=True,
        board_size=13,
        komi=0.5,
        pairing=chosen,
    )
    assert read_opengotha(write_opengotha(outgoing(history)).data).history.settings == history.settings


@pytest.mark.parametrize(
    "time",
    [
        TimeSystem(basic=45, overtime=Overtime.NONE),
        TimeSystem(basic=45, overtime=Overtime.BYOYOMI, seconds=40),
        TimeSystem(basic=45, overtime=Overtime.CANADIAN, seconds=600, moves=20),
        TimeSystem(basic=45, overtime=Overtime.FISCHER, seconds=15),
    ],
)
@pytest.mark.parametrize("online", [True, False])
def test_time_is_read_again_unchanged(time, online):
    told = read_opengotha(write_opengotha(outgoing(played("AB w"), time=time, online=online)).data).details
    assert (told.time, told.online) == (time, online)


def test_comment_has_version_and_position():
    text = write_opengotha(outgoing(played("AB w"), slug="a--b")).data.decode()
    assert "<!-- Nigiri, a- -b version 45 at log position 123 -->\n" in text


def test_writes_names_with_xml_characters_and_other_scripts():
    persons = {"A": Person(name='<&"', first_name="李 世乭"), "B": Person(name="O'Neil", first_name="-->")}
    read = read_opengotha(write_opengotha(outgoing(played("AB w"), persons)).data).details.persons
    assert [(person.name, person.first_name) for person in read.values()] == [
        ('<&"', "李 世乭"),
        ("O'Neil", "-->"),
    ]


def test_namesakes_get_different_names_with_a_warning():
    smith = Person(name="Smith", first_name="Jo")
    persons = {"A": smith, "B": Person(name="Smi", first_name="th jo"), "C": smith}
    history = played("AB w", byes={1: "C"})
    read = read_opengotha(write_opengotha(outgoing(history, persons)).data)
    assert list(read.history.entrants) == ["SMITHJO", "SMITHJO2", "SMITHJO3"]
    assert read.history.byes == {1: frozenset({"SMITHJO3"})}
    assert warned(history, persons) == [
        "Smi th jo is written Smi th jo 2: names differ.",
        "Smith Jo is written Smith Jo 3: names differ.",
    ]


def test_player_without_name_gets_a_number():
    assert warned(played("AB w"), {"A": Person(name="", first_name="")}) == [
        "A player without a name is written  2: names differ."
    ]


def with_entrant(**changes):
    """Two players; the first has something that only we know."""
    history = played("AB w")
    return replace(history, entrants={**history.entrants, "A": replace(history.entrants["A"], **changes)})


@pytest.mark.parametrize(
    ("history", "changes", "word"),
    [
        (played("AB w", rounds=21), {}, "OpenGotha knows 20 rounds"),
        (played("AB w", pairing=PairingSettings(rules="house")), {}, "'house'"),
        (played("AB w", pairing=PairingSettings(rules="house-2")), {}, "'house-2'"),
        (played("AB w"), {"country": "NL"}, "The country NL"),
        (played("AB w"), {"time_class": "C"}, "The class C"),
        (played("AB w"), {"komi": {(1, "A"): 7.5}}, "round 1 table 1"),
        (played("AB w", byes={1: "CD"}), {}, "Round 1 has 2 byes"),
        (played("AB w"), {"begins": None}, "no first day"),
        (played("AB w"), {"time": TimeSystem(basic=0, overtime=Overtime.NONE)}, "basicTime is 0"),
        (played("AB w", zero=-20), {}, "counted from 30K"),
        (played("AB w", system="round_robin"), {}, "The system round_robin has no place"),
        (played("AB w", teams=TeamSettings(boards=3)), {}, "Teams of 3 boards"),
        (played("AB w", players_per_side=2), {}, "Two players on one side"),
        (with_entrant(group="B"), {}, "Groups of players"),
        (with_entrant(table=3), {}, "tables of single players"),
        (
            replace(
                played("AB w"), meetings=(MeetingGroup(id="1", kind=MeetingKind.MUST, members=("A", "B")),)
            ),
            {},
            "1 groups who must or must not meet",
        ),
        (
            played("AB w", criteria=("SOS", "SOSOS", "SODOS", "SDC", "DC", "RANK", "RATING")),
            {},
            "left out: Rating",
        ),
        (played("AB w", system="mcmahon", criteria=("NBW",)), {}, "which is not MMS"),
        (played("AB w"), {"place": "Łeiden\x07"}, "'Łeiden?'"),
    ],
)
def test_warns_of_data_that_the_format_lacks(history, changes, word):
    (warning,) = warned(history, **changes)
    assert word in warning


def test_club_groups_are_read_again_unchanged():
    groups = (
        ClubGroup(id="<&", name="<&", clubs=('"', "Lei")),
        ClubGroup(id="East", name="East", clubs=("Gro", "李")),
    )
    history = replace(played("AB w"), club_groups=groups)
    assert warned(history) == []
    assert read_opengotha(write_opengotha(outgoing(history)).data).history.club_groups == groups
    assert b"<ClubsGroup" not in write_opengotha(outgoing(played("AB w"))).data


def test_komi_of_a_single_game_is_read_again():
    data = write_opengotha(outgoing(played("AB w3, CD w"), komi={(1, "A"): -9.5, (1, "C"): 6.5})).data
    read = read_opengotha(data)
    assert read.komi == {(1, "AAA"): -9.5}


def test_usual_komi_causes_no_warning():
    assert warned(played("AB w3, CD w"), komi={(1, "A"): 0.5, (1, "C"): 6.5}) == []


def test_file_in_opengotha_order_keeps_its_order():
    file = GothaFile()
    file.players.reverse()
    first = read_opengotha(bytes(file))
    second = read_opengotha(write_opengotha(again(first)).data)
    assert list(second.history.entrants) == ["CRAMERJO", "BERGÉMILE", "DEWITANNA"]
    assert names(second) == names(first)


def test_omits_unknown_criteria_with_a_warning():
    history = wallist("swiss_23x7")[0]
    chosen = replace(history.settings, criteria=("NBW", "OUT", "SOSW", "DRAW"))
    file = write_opengotha(outgoing(replace(history, settings=chosen)))
    assert "OpenGotha does not know the criterion OUT, DRAW; left out, though it decides." in file.warnings
    assert read_opengotha(file.data).history.settings.criteria == ("NBW", "SOSW")


def test_swiss_placed_by_category_first_becomes_swiss_by_categories():
    history = wallist("swiss_23x7")[0]
    chosen = replace(history.settings, system="swiss_categories", criteria=("CATEGORY", "NBW", "SOSW"))
    file = write_opengotha(outgoing(replace(history, settings=chosen)))
    assert read_opengotha(file.data).history.settings.system == "swiss_categories"
