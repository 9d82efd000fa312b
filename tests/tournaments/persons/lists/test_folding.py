"""Folding of names, so that spellings of one name are equal."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.persons.lists.folding import fold_name, sort_key

# fmt: off
SAME = (
    ("Müller", "MUELLER", "Muller", "Mu\u0308ller"),
    ("Søren", "Soeren", "Soren"),
    ("Łukasz", "Lukasz"),
    ("Åkerblom", "Aakerblom", "Akerblom"),
    ("Strauß", "Strauss"),
    ("Œuvrard", "Oeuvrard"),
    ("Đorđe", "Dorde"),
    ("İlhan", "Ilhan"),
    ("O'Brien", "O\u2019Brien", "OBrien"),
    ("Дмитрий", "Dmitrij", "Dmitriy", "Dmitry", "Dmitri"),
    ("Юлия", "Julia", "Yulia", "Iuliia"),
    ("Хохлов", "Khokhlov", "Hohlov"),
    ("Щербаков", "Shcherbakov"),
    ("Евгений", "Evgenij", "Yevgeny"),
    ("Цой", "Tsoy", "Tsoi"),
    ("Чайковский", "Chaikovskij", "Chaykovskiy"),
    ("Ірина", "Iryna", "Irina"),
    ("Παπαδόπουλος", "Papadopoulos"),
    ("De Wit, Jan-Piet", "de  wit jan piet", "De_Wit Jan_Piet"),
)
# fmt: on


@pytest.mark.parametrize("spellings", SAME)
def test_spellings_of_one_name_are_equal(spellings):
    assert len({fold_name(name) for name in spellings}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("Vos", "Bos"), ("Jan Wit", "Jana Wit"), ("李", "王"), ("Tm1", "Tm11")]
)
def test_different_names_stay_different(one, other):
    assert fold_name(one) != fold_name(other) != ""


@given(st.text(max_size=60))
def test_folding_is_trimmed_and_has_no_punctuation(name):
    once = fold_name(name)
    assert "  " not in once
    assert once == once.strip()
    assert not set(once) & set("%_'\"-")


def test_lists_are_sorted_alphabetically_regardless_of_folding():
    names = [
        "Abel",
        "Hazel",
        "Ivers",
        "Juniper",
        "Kestrel",
        "Łukasz",
        "Müller",
        "Øberg",
        "Vos",
        "Xu",
        "Yarrow",
    ]
    assert sorted(set(names), key=sort_key) == names
    assert sorted(["de Wit", "Dewitt", "De Witt"], key=sort_key) == ["de Wit", "De Witt", "Dewitt"]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("", ["Nuñez", "Nunzio", "Nuo"]),
        ("es", ["Núnez", "Nunzio", "Nuñez", "Nuo"]),
        ("de", ["Öhm", "Ohms", "Østby"]),
        ("zh-hans", ["Abel", "陈 伟", "李 娜", "王 伟", "张 伟", "龘 伟"]),
        ("ja", ["Abel", "あべ", "阿部 愛", "伊藤 愛", "王 伟", "佐藤 愛", "田中 愛"]),
        ("ko", ["Abel", "김 철수", "박 철수", "이 철수"]),
    ],
)
def test_sorts_by_the_order_of_the_language(language, names):
    assert sorted(set(names), key=partial(sort_key, language=language)) == names
