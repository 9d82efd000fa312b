"""Seeds that are set by hand before the draw."""

import pytest
from django.test import Client

from games.refusals import Refusal
from tests.builders import a_team_tournament, an_account, logged_in, pair, state_of
from tests.tournaments.competition.schedules.hall import an_event, do, entry, state
from tests.tournaments.web.visitor import Visitor
from tournaments.domain.presence import SetPresence
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.seeds import SetSeeds

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/tournaments/open/schedule/seeds/"
SEND = {"content_type": "application/json", "headers": {"If-Match": "*"}}


def drawn(row):
    return state(row).round(1).drawn[""]


def test_manual_seeds_come_first():
    row = an_event("knock_out", 8)
    chosen = (entry(row, 5), entry(row, 7))
    do(row, SetSeeds(seeds=chosen))
    pair(row, 1)
    assert drawn(row)[:2] == chosen
    assert {entry(row, place) for place in (0, 1)} == set(drawn(row)[2:4])


def test_absent_seed_is_skipped():
    row = an_event("round_robin", 4)
    do(row, SetSeeds(seeds=(entry(row, 3), entry(row, 2))))
    do(row, SetPresence(entry_id=entry(row, 3), round=1, present=False))
    pair(row, 1)
    assert drawn(row)[0] == entry(row, 2)


@pytest.mark.parametrize(
    ("system", "seeds", "code"),
    [
        ("swiss", (), "no_seeds"),
        ("knock_out", (0, 0), "invalid_seeds"),
        ("knock_out", ("somebody",), "invalid_seeds"),
    ],
)
def test_rejects_invalid_seeds(system, seeds, code):
    row = an_event(system, 4, rounds=3)
    named = tuple(entry(row, one) if isinstance(one, int) else one for one in seeds)
    with pytest.raises(Refusal) as no:
        do(row, SetSeeds(seeds=named))
    assert no.value.code == code


def test_seeds_are_fixed_until_the_draw_is_undone():
    row = an_event("knock_out", 4)
    pair(row, 1)
    with pytest.raises(Refusal) as no:
        do(row, SetSeeds(seeds=(entry(row, 3),)))
    assert no.value.code == "field_drawn"
    do(row, UnpairRound(round=1, reason="seeds"))
    do(row, SetSeeds(seeds=(entry(row, 3),)))
    pair(row, 1)
    assert drawn(row)[0] == entry(row, 3)


def test_form_sets_seeds():
    row = an_event("knock_out", 4)
    visitor = Visitor(an_account("dora", "director"))
    visitor.open("/tournaments/open/schedule/")
    visitor.press("Set the seeds", **{f"seed-{entry(row, 2)}": "1", f"seed-{entry(row, 1)}": "20"})
    assert "The seeds were set." in visitor.page.text
    assert state(row).seeds[""] == (entry(row, 2), entry(row, 1))
    form = next(form for form in visitor.page.forms if f"seed-{entry(row, 2)}" in form.fields)
    assert [form.fields[f"seed-{entry(row, place)}"] for place in range(4)] == ["", "2", "1", ""]
    visitor.press("Set the seeds", **{f"seed-{entry(row, 2)}": "first"})
    assert "a number, not first" in visitor.page.text


def test_sets_seeds_of_teams_over_rest():
    row = a_team_tournament(teams=4, boards=2, system="knock_out", slug="open")
    third = list(state_of(row).teams)[2]
    client = logged_in()
    told = client.put(ADDRESS, {"seeds": [third]}, **SEND)
    assert [one["team"] for one in told.json()["seeds_by_hand"]] == [third]
    pair(row, 1)
    assert state_of(row).round(1).drawn[""][0] == third
    assert Client().get("/api/v1/tournaments/open/schedule/").json()["seeds_by_hand"] == []
