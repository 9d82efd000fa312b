"""Generated tournaments: the same from the same seed, of every kind, and sound as any other."""

import json

import pytest
from django.db import transaction

from games.log import rebuilding, verification
from games.log.tables import Event
from tests.generated import FORMS, Form, Wish, generate, planned
from tournaments.domain.settings import SYSTEMS
from tournaments.loading import load

SMALL = Wish(players=6, rounds=2)


def events():
    """All that is stored but digests and salted words, which have salts of their own."""
    rows = Event.objects.order_by("position").values_list(
        "stream", "version", "kind", "data", "actor", "command_id", "ordinal", "recorded_at"
    )
    return [(*row[:3], _without_commitments(json.loads(row[3])), *row[4:]) for row in rows]


def _without_commitments(value):
    if isinstance(value, dict):
        if value.keys() == {"salted"}:
            return "salted"
        return {name: _without_commitments(one) for name, one in value.items()}
    return [_without_commitments(one) for one in value] if isinstance(value, list) else value


class TestPlan:
    def test_the_same_seed_stands_for_the_same_plan_and_another_for_another(self):
        plans = [planned(seed, Wish()) for seed in (1, 1, 2)]
        assert plans[0] == plans[1] != plans[2]

    def test_wishes_are_kept(self):
        plan = planned(3, Wish(players=7, rounds=4, system="swiss", form=Form.PLAYERS))
        assert (len(plan.people), plan.settings.rounds, plan.settings.system) == (7, 4, "swiss")

    def test_seeds_stand_for_every_system_and_form(self):
        plans = [planned(seed, Wish()) for seed in range(300)]
        assert {plan.settings.system for plan in plans} == set(SYSTEMS)
        assert {plan.form for plan in plans} == set(FORMS)


@pytest.mark.django_db
class TestGenerated:
    def test_the_same_seed_makes_the_same_events(self):
        made = []
        for _ in range(2):
            with transaction.atomic():
                generate(4, Wish(system="mcmahon", form=Form.PLAYERS))
                made.append(events())
                transaction.set_rollback(True)
        assert len(made[0]) > 50
        assert made[0] == made[1]

    @pytest.mark.parametrize("system", SYSTEMS)
    def test_every_system_is_played_to_its_end(self, system):
        made = generate(11, Wish(players=6, system=system, form=Form.PLAYERS, quiet=True))
        state, _ = load(made.tournament_id)
        assert made.refused.keys() <= {"round_already_paired", "nothing_to_pair"}
        assert sum(len(round_.pairs) for round_ in state.rounds.values()) >= 3
        assert all(round_.closed for round_ in state.rounds.values() if round_.pairs)

    @pytest.mark.parametrize("form", FORMS)
    def test_every_form(self, form):
        made = generate(12, Wish(players=8, rounds=3, system="swiss", form=form, quiet=True))
        state, _ = load(made.tournament_id)
        assert bool(state.teams) == (form is Form.TEAMS)
        assert state.settings.players_per_side == (2 if form is Form.PAIRS else 1)
        assert len({entry.group for entry in state.entries.values()}) > 1 or form is not Form.GROUPS
        assert len([round_ for round_ in state.rounds.values() if round_.pairs]) == 3

    def test_what_was_made_is_whole_and_every_table_follows_from_it(self):
        for seed in range(20, 26):
            generate(seed, SMALL)
        assert list(verification.verify()) == []
        assert [table.name for table in rebuilding.rebuild(check=True) if not table.same] == []
