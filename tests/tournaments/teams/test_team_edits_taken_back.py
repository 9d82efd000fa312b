"""Edits of teams have a sentence in the story and can be undone."""

import pytest

from tests.tournaments.build import after
from tests.tournaments.domain.test_undoing import done, stands, taken_back
from tests.tournaments.teams.build import entering, forming, members, of_teams, paired, recording
from tournaments.domain.base import StoryContext, sentence_for
from tournaments.domain.line_ups import SetLineUp
from tournaments.domain.matches import MakeMatch, SetTeamBye
from tournaments.domain.presence import SetPresence
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.teams import ChangeTeam, DisbandTeam
from tournaments.teams.matches import matches

IDS = ("g1", "g2", "g3")


def fresh():
    return of_teams("ABC", boards=2, substitutes=1)


def in_play():
    return paired(of_teams("ABCD", boards=2, substitutes=1), 1)


def line(*players):
    return SetLineUp(round=1, team_id="A", players=players, game_ids=IDS, reason="ill")


def seen(step):
    return StoryContext(
        before=step.before, after=step.after, names={entry: entry for entry in step.after.entries}
    )


def told(steps):
    return [
        sentence_for(
            step.event,
            StoryContext(before=step.before, after=step.after, names={e: e for e in step.after.entries}),
        )
        for step in steps
    ]


def comparable(state):
    """Return the state for comparison, without ids of games, which are new after a restoration."""
    boards = [
        (match.teams, [(board.pair.white, board.pair.black, board.pair.result) for board in match.boards])
        for match in matches(state, 1)
    ]
    named = {id_: (team.name, team.members) for id_, team in state.teams.items()}
    return named, sorted(boards), state.round(1).byes


@pytest.mark.parametrize(
    ("make", "command"),
    [
        (lambda: after(fresh(), *(entering(entry) for entry in members("D", 2))), forming("D", 2)),
        (fresh, ChangeTeam(team_id="A", name="Rive", members=("A3", "A1"), reason="they said so")),
        (fresh, DisbandTeam(team_id="B", reason="snow")),
        (fresh, line("A1", "A3")),
        (in_play, line("A1", "A3")),
        (in_play, line("A2", "A1")),
        (fresh, MakeMatch(round=1, white="B", black="A", game_ids=IDS)),
        (fresh, SetTeamBye(round=1, team_id="C", given=True)),
    ],
)
def test_edit_has_a_sentence_and_can_be_undone(make, command):
    before = make()
    steps, state = done(before, command)
    assert comparable(state) != comparable(before) or command.__class__ is SetLineUp
    assert all(told(steps))
    assert comparable(taken_back(steps, state)) == comparable(before)


def test_undoes_paired_round_with_a_default():
    before = after(fresh(), SetPresence(entry_id="A2", round=1, present=False))
    steps, state = done(before, recording(before, 1))
    assert state.round(1).pairs
    assert comparable(taken_back(steps, state)) == comparable(before)


def test_undone_round_is_not_restored_for_changed_teams():
    steps, state = done(in_play(), UnpairRound(round=1))
    assert stands(steps, state)
    changed = ChangeTeam(team_id="A", members=("A1", "A3"), reason="ill")
    assert not stands(steps, after(state, changed))
