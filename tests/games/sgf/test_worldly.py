"""The table of records of many programs: accepted, noted or refused by the reader; and names of rulesets."""

import pytest

from games.refusals import Refusal
from games.sgf import read, write
from games.sgf.rulesets import identify_ruleset, is_assumed_ruleset, resolve_ruleset_name
from games.sgf.uploads import read_record
from rules import RULESETS, Ruleset
from tests.games.sgf.worldly import HERE, OF_TERMS, READ, REFUSED, TABLE, data, name


def test_charset_table_has_a_row_for_each_file():
    assert {row["file"] for row in TABLE} == {path.name for path in HERE.glob("*.sgf")}
    assert len(READ) >= 46


@pytest.mark.parametrize("row", READ, ids=name)
def test_reads_record_with_note(row):
    collection, record = read_record(data(row))
    codes = [note.code.value for note in (*collection.notes, *record.notes)]
    assert codes == [code for code in row.get("notes", ()) if code not in OF_TERMS]
    assert row["verdict"] == ("noted" if row.get("notes") else "accepted")


@pytest.mark.parametrize("row", REFUSED, ids=name)
def test_rejects_file_with_fault_code_and_offset(row):
    with pytest.raises(Refusal) as caught:
        read_record(data(row))
    assert (caught.value.facts["fault"], caught.value.facts["offset"]) == (row["code"], row["offset"])


@pytest.mark.parametrize("row", READ, ids=name)
def test_writes_record_as_it_was_read(row):
    _, record = read_record(data(row))
    told = write(record.board, record.actions, to_play=record.to_play, info=record.info)
    [again] = read(told).games
    assert (again.board, again.to_play, again.actions) == (record.board, record.to_play, record.actions)
    assert again.info.black == record.info.black


@pytest.mark.parametrize("row", [row for row in READ if "_as_" in row["file"]], ids=name)
def test_reads_names_despite_wrongly_declared_charset(row):
    names = read_record(data(row))[1].info
    assert all("\ufffd" not in said for said in (names.black, names.white, names.event))
    if row["file"].startswith("gbk_"):
        assert (names.black, names.white, names.event) == ("陈黑子", "王白石", "第一届样品杯决赛")


@pytest.mark.parametrize(
    ("said", "ruleset"),
    [
        *(
            (said, "chinese")
            for said in ("Chinese", "CHINESE", "cn", "中国规则", "中國", "중국", "中国围棋规则")
        ),
        *(
            (said, "japanese")
            for said in ("japanese", "Japanese rules", "日本", "日本ルール", "にほん", "일본 룰")
        ),
        *((said, "korean") for said in ("Korean", "한국", "韩国规则", "韓国")),
        *((said, "ing") for said in ("GOE", "Ing", "应氏规则", "應氏", "Ing_SST")),
        *((said, "new-zealand") for said in ("NZ", "New Zealand", "New_Zealand", "ニュージーランド")),
        *((said, "tromp-taylor") for said in ("Tromp-Taylor", "tromp taylor", "TrompTaylor")),
        *((said, "aga") for said in ("AGA", "aga rules", "American")),
        ("BGA", "bga"),
        ("French", "french"),
        ("AGA-Territory", "aga-territory"),
        *((said, "") for said in ("", "Simple", "rules", "stone-scoring", "中", "house rules of Kamakura")),
    ],
)
def test_resolves_names_of_rulesets(said, ruleset):
    assert resolve_ruleset_name(said) == ruleset


@pytest.mark.parametrize(
    ("said", "ruleset"),
    [
        ("Japanese 1989", "japanese"),
        ("Japanese (1989)", "japanese"),
        ("Chinese Rules (2002)", "chinese"),
        ("日本囲碁規約", "japanese"),
        ("Japanese Pair Go", "japanese"),
        ("Japanese (year unknown)", ""),
        ("Chinese, Pair Go", "chinese"),
        ("Chinese, more or less", ""),
        ("Area", "chinese"),
        ("chinese-ogs", "chinese repetition=positional"),
        ("Chinese-KGS", "chinese repetition=positional"),
        ("aga-button", "aga button=0.5"),
        (
            "koPOSITIONALscoreAREAtaxNONEsui0button1whbN",
            "tromp-taylor suicide=forbidden button=0.5 handicap_compensation=n",
        ),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"),
        ("koSIMPLEscoreAREAtaxALLsui0", ""),
    ],
)
def test_resolves_rulesets_with_differences(said, ruleset):
    assert identify_ruleset(said) == ruleset
    assert not ruleset or Ruleset.parse(ruleset)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("differences", ["", " komi=7.5", " handicap_komi=none"])
def test_knows_rules_as_its_own_records_have_them(name, differences):
    ruleset = Ruleset.parse(name + differences)
    assert Ruleset.parse(identify_ruleset(str(ruleset))) == ruleset


def test_scoring_alone_is_an_assumed_ruleset():
    assert is_assumed_ruleset("Area")
    assert not is_assumed_ruleset("Chinese")
