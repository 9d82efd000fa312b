"""States of the past, and the steps that led to them."""

from uuid import UUID

import pytest

from games.log import openings, store
from games.log.commitments import ERASED
from games.log.tables import Event
from tests.builders import a_tournament, do
from tests.generated import Wish, generate
from tournaments.domain.base import fold
from tournaments.domain.limits import ChangeLimits
from tournaments.domain.undo import is_undoable, undo_step
from tournaments.loading import load_at, load_between, steps_at, steps_between, steps_of, stream_of
from tournaments.proofs.pairing_log import log_of_round, round_log
from tournaments.state.limits import Limits
from tournaments.state.tournament import Tournament
from tournaments.story.reading import story_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture(scope="module", params=range(2))
def tournament_id(request, lasting_db):
    return generate(request.param, Wish(players=8, rounds=3)).tournament_id


def steps(tournament_id):
    return list(steps_of(store.read(stream_of(tournament_id))))


def test_state_at_a_position_is_the_fold_up_to_it(tournament_id):
    state, recorded = Tournament(), store.read(stream_of(tournament_id))
    for one in recorded:
        state = fold(state, one.event)
        if one.version % 7 == 0 or one is recorded[-1]:
            assert load_at(tournament_id, one.position) == (state, one.version)
    assert load_at(tournament_id, 0) == (Tournament(), 0)
    assert load_at(str(UUID(int=1)), recorded[-1].position) == (Tournament(), 0)


def test_steps_are_those_of_the_whole_log(tournament_id):
    all_steps = steps(tournament_id)
    for step in (1, 7, 40):
        some = range(1, len(all_steps) + 1, step)
        assert list(steps_at(tournament_id, reversed(some))) == [all_steps[version - 1] for version in some]
    assert list(steps_at(tournament_id, [])) == []
    for first, last in ((1, 5), (9, 10), (len(all_steps) - 1, len(all_steps))):
        assert list(steps_between(tournament_id, first, last)) == all_steps[first - 1 : last]
    then, now = load_between(tournament_id, all_steps[3].recorded.position, all_steps[-2].recorded.position)
    assert (then, now) == (all_steps[3].state_after, all_steps[-2].state_after)


def test_story_says_of_every_line_what_can_be_taken_back(tournament_id):
    all_steps, edits = steps(tournament_id), {}
    for step in all_steps:
        edits.setdefault(step.recorded.command_id, []).append(undo_step(step.applied))
    last = all_steps[-1].applied.after
    can = [is_undoable(edits[step.recorded.command_id], last) for step in all_steps]
    for after in range(0, len(all_steps), 29):
        lines = story_of(tournament_id, Named(), after=after)
        assert [line["version"] for line in lines] == list(range(after + 1, len(all_steps) + 1))[:200]
        assert [line["can_be_taken_back"] for line in lines] == can[after : after + 200]
        assert not any(line["can_be_taken_back"] for line in story_of(tournament_id, Named(), undo=False))


def test_pairings_and_edits_of_a_round_are_those_of_the_whole_log(tournament_id):
    all_steps = steps(tournament_id)
    for number in all_steps[-1].applied.after.rounds:
        since = max((at for at, step in enumerate(all_steps) if unpairs(step, number)), default=-1)
        expected = round_log(all_steps[since + 1 :], number, all_steps[-1].applied.after)
        assert log_of_round(tournament_id, number) == expected
        assert expected.parts or expected.edits


def unpairs(step, number):
    return type(step.applied.event).__name__ == "RoundUnpaired" and step.applied.event.round == number


class Named(dict):
    def __missing__(self, key):
        return str(key)


def test_erased_words_are_erased_in_states_of_the_past():
    row = a_tournament(players=2)
    do(row, ChangeLimits(limits=Limits(komi=7.5), reason="too much drink"))
    assert load_at(str(row.id), store.head())[0].limits_reason == "too much drink"
    events = Event.objects.filter(stream=stream_of(str(row.id)))
    openings.erase([one.commitment for one in openings.openings_of(events)])
    state, _ = load_at(str(row.id), store.head())
    assert (state.limits_reason, set(state.secrets.values())) == (ERASED, {ERASED})
