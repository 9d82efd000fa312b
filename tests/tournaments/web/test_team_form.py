"""A team that is refused stays as it was typed."""

import pytest

from tests.builders import a_context, a_team_tournament, an_account
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import carry_out
from tournaments.domain.teams import DisbandTeam
from tournaments.loading import load

pytestmark = pytest.mark.django_db


def test_members_club_and_name_stay_where_the_name_is_taken():
    row = a_team_tournament(teams=2, boards=2)
    last = list(load(str(row.id))[0].teams.values())[-1]
    carry_out(str(row.id), DisbandTeam(team_id=last.id), a_context())
    visitor = Visitor(an_account("director", "director"))
    visitor.open("/tournaments/teams/teams/")
    page = visitor.press(
        "Form the team", name="Team 1", club="Hill", country="nl", members=list(last.members)
    )
    assert "another team has this name" in page.text
    form = next(form for form in page.forms if "club" in form.fields)
    assert [form.fields[name] for name in ("name", "club", "country")] == ["Team 1", "Hill", "nl"]
    for member in last.members:
        assert f'<option value="{member}" selected>' in page.html
    page = visitor.press("Form the team", name="Team 3", members=list(last.members))
    assert "The team Team 3 is formed." in page.text
    assert page.html.count("selected>") == len(load(str(row.id))[0].teams) * 2  # the boards, nobody else
