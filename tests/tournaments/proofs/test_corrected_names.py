"""Proofs of earlier pairings hold after corrections of names."""

import pytest

from tests.builders import a_context, an_entrant, an_organisation, do, finish, imported, pair
from tests.tournaments.teams.build import of_teams
from tournaments.commands import PairRound, pair_round
from tournaments.competition.pairing import RULES
from tournaments.competition.settings import PairingSettings
from tournaments.domain.rounds import RoundPaired, UnpairRound
from tournaments.interchange.importing import import_tournament
from tournaments.persons.erasing import erase_player
from tournaments.persons.players import change_player
from tournaments.proofs.proving import log_of, prove_part
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow
from tournaments.teams.history import paired_history

pytestmark = pytest.mark.django_db
TIES = ("house", "house-2", "opengotha-3.51")  # last ties by number or by name; absentees in the groups
EVERY_TIE = pytest.mark.parametrize(
    "rules",
    [*TIES, *(pytest.param(name, marks=pytest.mark.long) for name in sorted(set(RULES) - set(TIES)))],
)


def equals(rules, players=7):
    """Return players who differ only in their names."""
    entrants = [an_entrant(place, rank=0, rating=2000, club="", country="") for place in range(players)]
    read = imported(entrants, pairing=PairingSettings(rules=rules))
    import_tournament(read, an_organisation(), "open", a_context())
    return TournamentRow.objects.get(slug="open")


def correct_every_name():
    """Reverse the order of the list by correcting all names."""
    players = list(Player.objects.order_by("family_name"))
    for place, player in enumerate(reversed(players)):
        change_player(player, {"family_name": f"A{place}"}, a_context())


def proofs(row, *numbers):
    return [prove_part(part).proof for number in numbers for part in log_of(row, number).parts]


@EVERY_TIE
def test_earlier_proofs_hold_after_a_correction(rules):
    row = equals(rules)
    for number in (1, 2):
        pair(row, number)
        finish(row, number)
    correct_every_name()
    found = proofs(row, 1, 2)
    assert [(one.same_inputs, one.same_total, one.same_bye, one.optimal) for one in found] == [
        (True,) * 4
    ] * 2


@EVERY_TIE
def test_value_is_proved_after_erasing_a_player(rules):
    row = equals(rules)
    pair(row, 1)
    erase_player(Player.objects.order_by("family_name").last())
    (found,) = proofs(row, 1)
    assert (found.same_total, found.same_bye, found.optimal) == (True, True, True)
    assert found.same_inputs or not RULES[rules].last_ties_by_number


@pytest.mark.parametrize(("rules", "same"), [("house-2", True), ("house", False)])
def test_correcting_a_name_changes_no_later_pairing(rules, same):
    row = equals(rules)

    def order():
        recorded = pair_round(str(row.id), PairRound(round=1, seed=3), a_context())
        do(row, UnpairRound(round=1))
        return next(one.event.order for one in recorded if isinstance(one.event, RoundPaired))

    before = order()
    correct_every_name()
    assert (order() == before) is same


def test_teams_break_last_ties_by_number():
    state = of_teams("CAB", boards=2)
    by_rules = {rules: paired_history(state, rules=rules).entrants for rules in ("house-2", "house")}
    order = {rules: sorted(found, key=lambda id_: found[id_].order) for rules, found in by_rules.items()}
    assert order == {"house-2": ["C", "A", "B"], "house": ["A", "B", "C"]}
