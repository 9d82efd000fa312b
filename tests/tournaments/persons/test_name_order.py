"""The order of names that breaks the last ties of a pairing, and its reproduction from the log."""

import pytest

from tests.builders import a_context, a_tournament, pair
from tournaments.competition.settings import PairingSettings
from tournaments.loading import load
from tournaments.persons.names import name_order
from tournaments.persons.players import change_player
from tournaments.proofs.proving import log_of, prove_part
from tournaments.tables.people import Player

pytestmark = pytest.mark.django_db
FOLDED = ["Ba", "DeAngelo", "de Groot", "De Wit", "Ébert"]
ENTERED = ["Ébert", "de Groot", "DeAngelo", "De Wit", "Ba"]
AS_WRITTEN = ["Ba", "De Wit", "DeAngelo", "de Groot", "Ébert"]
"""A blank before letters, capitals before small ones: how Java compares strings."""


def a_row(rules, names=("Ébert", "de Groot", "DeAngelo", "De Wit", "Ba")):
    row = a_tournament(players=len(names), pairing=PairingSettings(rules=rules))
    for player, name in zip(Player.objects.order_by("family_name"), names, strict=True):
        change_player(player, {"family_name": name}, a_context())
    return row


def in_order(row, order):
    state, _ = load(str(row.id))
    names = {str(player.id): player.name for player in Player.objects.all()}
    return [names[state.entries[id_].player_id] for id_ in sorted(order, key=order.get)]


ORDERS = [
    ("opengotha-3.51-2", AS_WRITTEN),
    ("opengotha-3.52-2", AS_WRITTEN),
    ("opengotha-3.51", FOLDED),
    ("opengotha-3.52", FOLDED),
    ("house", FOLDED),
    ("house-2", ENTERED),
    ("", FOLDED),
]


def test_only_second_versions_of_opengotha_rules_compare_names_as_written():
    row = a_row("house")
    state, _ = load(str(row.id))
    for rules, names in ORDERS:
        assert in_order(row, name_order(state, rules)) == names


def test_given_names_break_ties_of_family_names():
    row = a_row("house", names=("Vos", "Vos", "Vos"))
    for player, given in zip(Player.objects.order_by("id"), ("ada", "Zoë", "Ada"), strict=True):
        change_player(player, {"given_name": given}, a_context())
    state, _ = load(str(row.id))
    assert in_order(row, name_order(state, "opengotha-3.52-2")) == ["Vos Ada", "Vos Zoë", "Vos ada"]


@pytest.mark.parametrize("rules", ["opengotha-3.52", "opengotha-3.52-2", "house", "house-2"])
def test_round_is_reproduced_from_the_log_with_its_name_order(rules):
    row = a_row(rules)
    pair(row, 1)
    for part in log_of(row, 1).parts:
        assert part.event.rules == rules
        proof = prove_part(part).proof
        assert proof.same_inputs
        assert proof.same_total
        assert proof.optimal
