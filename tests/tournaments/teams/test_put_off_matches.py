"""Postponed matches keep their date when a player is substituted."""

from tests.tournaments.build import after
from tests.tournaments.domain.test_undoing import done, taken_back
from tests.tournaments.teams.build import drawn
from tests.tournaments.teams.test_team_round_robin import league
from tournaments.domain.game_dates import SetGameDate
from tournaments.domain.line_ups import SetLineUp
from tournaments.teams.matches import matches


def test_postponed_match_stays_postponed_after_substitution():
    was = drawn(league("ABCD", 2, 1), 1)
    match = matches(was, 1)[0]
    for board in match.boards:
        was = after(was, SetGameDate(game_id=board.pair.game_id, date="2026-12-01", time="19:00"))
    team = was.teams[match.white]
    sits = SetLineUp(
        round=1,
        team_id=team.id,
        players=(team.members[0], team.members[2]),
        game_ids=("one", "two"),
        reason="ill",
    )
    steps, now = done(was, sits)
    assert now.pair_of("two")[1].players != was.round(1).by_table()[1].players
    assert matches(now, 1)[0].own_date == ("2026-12-01", "19:00")
    assert matches(taken_back(steps, now), 1)[0].own_date == ("2026-12-01", "19:00")
