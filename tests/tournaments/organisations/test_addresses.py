"""Addresses derived from names."""

import pytest

from tournaments.organisations.founding import slug_from


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Århus Go-klub", "arhus-go-klub"),
        ("Łódź Spring Øpen", "lodz-spring-open"),
        ("Næstved", "naestved"),
        ("Клуб Го", "klub-go"),
        ("囲碁クラブ", "club"),
    ],
)
def test_letters_without_accents_to_strip_stay_readable(name, slug):
    assert slug_from(name, "club") == slug
