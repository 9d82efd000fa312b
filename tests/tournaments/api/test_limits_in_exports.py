"""After a change of limits files tell the results of now, under a new version; earlier ones can be had."""

from dataclasses import replace

import pytest

from tests.builders import a_context
from tests.tournaments.api.test_limits_over_rest import ANY, LIMITS, OPEN, client_of, good, row
from tournaments.commands import carry_out
from tournaments.domain.settings import ChangeSettings
from tournaments.limits import rescore_some
from tournaments.loading import load

__all__ = ["row"]
pytestmark = pytest.mark.django_db
KINDS = ("tou", "opengotha", "results", "standings")  # the last two are CSV; the EGF rates on 19x19 only


@pytest.fixture
def director(row):
    """Where a change of limits changes results at once."""
    state = load(str(row.id))[0]
    claims = replace(state.settings.claims, apply_limits=True)
    apply = ChangeSettings(
        settings=replace(state.settings, claims=claims), ruleset=state.ruleset, reason="voted"
    )
    carry_out(str(row.id), apply, a_context())
    return client_of("director", "director")


def file(client, kind, position=None):
    response = client.get(f"{OPEN}exports/{kind}/", {"position": position} if position else {})
    assert response.status_code == 200, response.content
    return response.getvalue()


def written(client):
    """Version and position of what a file would be made of."""
    told = good(client.get(f"{OPEN}exports/h9/warnings/"))
    return told["version"], told["position"]


def test_files(row, director):
    before, (version, position) = {kind: file(director, kind) for kind in KINDS}, written(director)
    good(director.put(LIMITS, {"limits": {"komi": 9.5}, "reason": "x"}, format="json", headers=ANY), 202)
    changed = written(director)
    while rescore_some(str(row.id), a_context()):
        pass
    now = written(director)
    assert version < changed[0] < now[0]
    for kind in KINDS:
        assert file(director, kind) != before[kind]
        assert file(director, kind, position) == before[kind]


def test_the_archive(row, director):
    before = file(director, "json")
    good(director.put(LIMITS, {"limits": {"komi": 9.5}, "reason": "x"}, format="json", headers=ANY), 202)
    rescore_some(str(row.id), a_context())
    after = file(director, "json")
    assert (b"W+0.5" in before, b"W+0.5" in after) == (False, True)


def winners(standings):
    most = max(one["scores"]["MMS"] for one in standings["results"])
    return {one["entry"] for one in standings["results"] if one["scores"]["MMS"] == most}


def test_standings(row, director):
    before, position = good(director.get(f"{OPEN}standings/")), written(director)[1]
    good(director.put(LIMITS, {"limits": {"komi": 9.5}, "reason": "x"}, format="json", headers=ANY), 202)
    rescore_some(str(row.id), a_context())
    after = good(director.get(f"{OPEN}standings/"))
    won = winners(before)
    assert len(won) == 4
    assert not won & winners(after)
    then = good(director.get(f"{OPEN}standings/", {"at": position}))
    assert then["results"] == before["results"]
