"""Addresses made from names."""

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
def test_letters_that_have_no_accent_to_lose_stay_readable(name, slug):
    assert slug_from(name, "club") == slug
