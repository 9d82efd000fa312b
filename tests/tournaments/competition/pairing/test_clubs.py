"""Club groups: two of different clubs in one group are half from apart (27 score groups)."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.benchmarks.fields import field_of as synthetic
from tests.tournaments.competition.pairing.builders import (
    after,
    fresh,
    next_round,
    paired_by_351,
    rounds_to_pair,
    swiss_32x7,
)
from tournaments.competition.history import ClubGroup
from tournaments.competition.pairing import RULES, pair_players, weights
from tournaments.competition.pairing.clubs import clubs_in_one_group, group_of_both
from tournaments.competition.pairing.field import field_of, layers_of
from tournaments.competition.pairing.matching import DENSE_UP_TO, dense_matching, matching_from_candidates
from tournaments.competition.pairing.rulesets import find_rules
from tournaments.competition.pairing.table import costs_at, table_of, total_weights

E11 = 10**11


def group(*clubs, name="West"):
    return ClubGroup(id=name, name=name, clubs=clubs)


def grouped(history, *groups):
    return replace(history, club_groups=groups)


def worth(history, one, other, rules=None):
    return weights(history, 1, rules).of(one, other)["geography"]


WEAK = {"strong_at_bar": False, "strong_by_wins": False, "strong_from": 8}


def four(**settings):
    """A to E: clubs P, P, Q, R and none; E from another country."""
    countries = ["FR", "FR", "FR", "FR", "DE"]
    return fresh(-5, -5, -5, -5, -5, countries=countries, clubs=["P", "P", "Q", "R", ""], **settings)


@pytest.mark.parametrize("rules", RULES)
def test_geography_equals_values_computed_by_hand(rules):
    """The ratios are 0, 2/27 (half of 3, and a half of a group), 4.1/27 and 4.6/27."""
    history = grouped(four(pairing=WEAK), group("P", "Q"))
    near = E11 - E11 * 700 // 729  # f(2/27) = 25/27 * 28/27
    assert [worth(history, "A", other, rules) for other in "BCD"] == [0, near, 8_745_541_839]
    assert worth(history, "C", "D", rules) == 8_745_541_839
    assert worth(history, "A", "E", rules) == 9_969_821_674


def test_another_country_counts_half_with_a_near_club():
    """1.5/27 for the club, half of 1/27 for the country, and a half of a group: 2.5/27."""
    history = fresh(-5, -5, countries=["FR", "DE"], clubs="PQ", pairing=WEAK)
    near = grouped(history, group("Q", "P"))
    assert worth(near, "A", "B") == E11 - int(E11 * (24.5 / 27) * (28.25 / 27))


def test_same_club_stays_the_same_in_any_group():
    history = grouped(four(pairing=WEAK), group("P", "Q"), group("P", "R", name="East"))
    assert worth(history, "A", "B") == 0
    assert worth(history, "A", "C") == worth(history, "A", "D") < worth(history, "C", "D")


def test_player_without_club_is_in_no_group():
    plain, near = four(pairing=WEAK), grouped(four(pairing=WEAK), group("P", "Q", "R"))
    for rules in RULES:
        assert worth(plain, "A", "E", rules) == worth(near, "A", "E", rules)


def test_clubs_are_found_regardless_of_case():
    assert worth(grouped(four(pairing=WEAK), group("p", "q")), "A", "C") == E11 - E11 * 700 // 729


def test_strong_players_waive_geography_if_the_rules_say_so():
    history = fresh(-5, 3, 3, clubs="PQP", countries=["FR"] * 3, pairing=WEAK | {"strong_from": 3})
    near = grouped(history, group("P", "Q"))
    half = E11 - E11 * 700 // 729
    assert worth(near, "A", "B", "opengotha-3.51") == half
    assert worth(near, "A", "B", "opengotha-3.52") == (half + E11) // 2
    assert worth(near, "B", "C", "opengotha-3.52") == E11


def test_groups_affect_geography_only():
    history, _ = swiss_32x7()
    clubs = {id_: replace(e, club="PQR"[i % 3]) for i, (id_, e) in enumerate(history.entrants.items())}
    chosen = replace(history.settings.pairing, avoid_same_geography=E11, club_factor=3)
    plain = replace(history, entrants=clubs, settings=replace(history.settings, pairing=chosen))
    for round_ in (3, 7):
        one, other = weights(plain, round_), weights(grouped(plain, group("P", "Q")), round_)
        differ = [name for name in one.costs if not (one.costs[name] == other.costs[name]).all()]
        assert differ == ["geography"]


@st.composite
def with_club_groups(draw):
    history = draw(rounds_to_pair())
    clubs = st.lists(st.sampled_from("WXYZ"), min_size=2, max_size=3, unique=True)
    groups = draw(st.lists(clubs, max_size=3))
    country = st.sampled_from(["FR", "DE"])
    entrants = {id_: replace(e, country=draw(country)) for id_, e in history.entrants.items()}
    pairing = replace(
        history.settings.pairing,
        club_factor=draw(st.sampled_from([0, 3, 40])),
        avoid_same_geography=E11,
        **WEAK,
    )
    made = [group(*clubs, name=str(place)) for place, clubs in enumerate(groups)]
    chosen = replace(history.settings, pairing=pairing)
    return grouped(replace(history, entrants=entrants, settings=chosen), *made)


def said(history, groups, one, other):
    """The formula in one piece, as it reads: ``geography`` of two who are not strong."""
    near = any({one.club, other.club} <= set(each.clubs) for each in history.club_groups)
    factor = history.settings.pairing.club_factor
    club = 0.0 if one.club == other.club else min(1.0, (factor / 2.0 if near else factor * 1.2) / groups)
    country = 0.0 if one.country == other.country else min(1.0, 1 / groups)
    ratio = max(club, country) + min(club, country) / 2.0
    ratio += 0.5 / groups if ratio > 0 else 0.0
    lost = E11 * (1.0 - ratio) * (1.0 + 0.5 * ratio)
    return min(history.settings.pairing.minimise_score_difference - int(lost), E11)


@settings(max_examples=30)
@given(with_club_groups(), st.sampled_from(sorted(RULES)))
def test_every_pair_has_the_value_of_the_formula(history, rules):
    round_ = next_round(history)
    among = field_of(history, round_, find_rules(rules), 0)
    table = table_of(among)
    for i, one in enumerate(among.entrants):
        for j, other in enumerate(among.entrants):
            if i != j and not (rules != "opengotha-3.51" and among.strong[[i, j]].any()):
                expected = said(history, among.groups, one, other)
                assert table.costs["geography"][i, j] == pytest.approx(expected, abs=2)
    assert (table.total == table.total.T).all()


def test_neighbours_are_kept_apart_if_others_are_present():
    """A of P and B of Q are neighbours: each meets a player of a distant club instead."""
    history = fresh(
        -5, -5, -5, -5, clubs="PQRS", countries=["FR"] * 4, pairing={**WEAK, "maximise_seeding": 0}
    )
    near = grouped(history, group("P", "Q"), group("R", "S", name="East"))
    met = {frozenset((two.white, two.black)) for two in pair_players(near, 1).pairs}
    assert met in ({frozenset("AC"), frozenset("BD")}, {frozenset("AD"), frozenset("BC")})
    again = after(near, pair_players(near, 1))
    assert weights(again, 2).of("A", "B")["geography"] < weights(again, 2).of("A", "C")["geography"]


class TestDigest:
    @pytest.mark.parametrize(
        ("name", "digest"),
        [
            ("mcmahon_21x3", "5a51513eae1c429aa5df8c9d9aad76010609aaac5209787a64545581f554ba4e"),
            ("swiss_23x7", "551746674f9b32ba922e3027332a13404fecbaddde339b41f3d4c9624bdae55d"),
        ],
    )
    def test_digest_without_groups_is_unchanged(self, name, digest):
        assert pair_players(paired_by_351(name), 3, seed=5).inputs_digest == digest

    def test_digest_covers_clubs_but_not_names_of_groups(self):
        history = four()
        plain = pair_players(history, 1).inputs_digest
        near = pair_players(grouped(history, group("P", "Q")), 1).inputs_digest
        assert near != plain
        assert pair_players(grouped(history, group("q", "p", name="East")), 1).inputs_digest == near
        assert pair_players(grouped(history, group("P", "R")), 1).inputs_digest not in (plain, near)

    def test_digest_is_independent_of_the_order_of_groups(self):
        one, other = group("P", "Q"), group("Q", "R", name="East")
        digests = {
            pair_players(grouped(four(), *groups), 1).inputs_digest for groups in ((one, other), (other, one))
        }
        assert len(digests) == 1


class TestLargeFields:
    def field(self, size, round_, system="mcmahon"):
        """Each country has one group of three of its five clubs."""
        history = synthetic(size, system=system, round_=round_)
        groups = [group(*(f"{n}.{club}" for club in range(3)), name=str(n)) for n in range(8)]
        return grouped(history, *groups)

    @pytest.mark.parametrize(("system", "size", "round_"), [("mcmahon", 90, 2), ("swiss_categories", 120, 3)])
    def test_candidates_give_the_optimum_of_the_dense_graph(self, system, size, round_):
        history = self.field(size, round_, system)
        among = field_of(history, round_, find_rules("opengotha-3.51"), 0)
        total = total_weights(among)
        plain = total_weights(field_of(grouped(history), round_, find_rules("opengotha-3.51"), 0))
        assert (total < plain).any()
        assert (total <= plain).all()
        found = matching_from_candidates(total, layers_of(among), most=size * 30)
        best = dense_matching(total)
        assert (found.total, found.bound, found.is_optimal) == (best.total, best.total, True)

    def test_large_round_keeps_more_neighbours_apart(self):
        history = self.field(DENSE_UP_TO + 30, 3)
        ours, plain = pair_players(history, 3, seed=7), pair_players(grouped(history), 3, seed=7)
        table = weights(history, 3, seed=7)
        assert ours.total == ours.optimum == ours.bound
        assert ours.total == sum(sum(table.of(two.white, two.black).values()) for two in ours.pairs)
        as_plain = sum(sum(table.of(two.white, two.black).values()) for two in plain.pairs)
        assert as_plain <= ours.total

    def test_costs_of_a_few_pairs_equal_the_whole_table(self):
        among = field_of(self.field(130, 3), 3, find_rules("opengotha-3.52"), 0)
        pairs = [(i, 129 - i) for i in range(65)]
        table = table_of(among)
        assert costs_at(among, pairs) == [table.at(*two) for two in pairs]
        assert (total_weights(among) == table.total).all()


def test_finds_clubs_that_share_a_group():
    groups = [group("P", "q"), group("Q", "R", name="East")]
    kinds, by_kind = clubs_in_one_group(["P", "Q", "R", "", "S"], groups)
    shared = by_kind[np.ix_(kinds, kinds)]
    assert {(i, j) for i, j in np.argwhere(shared).tolist() if i < j} == {(0, 1), (1, 2)}
    assert group_of_both("p", "Q", groups) == "West"
    assert [group_of_both(*two, groups) for two in (("Q", "R"), ("P", "R"), ("P", "p"), ("", ""))] == [
        "East",
        "",
        "",
        "",
    ]


def at_home(clubs, above, countries=None):
    """All of one country, and 27 score groups; A is of the club that may be at home."""
    players = len(clubs)
    return fresh(
        *[-5] * players,
        clubs=clubs,
        countries=countries or ["FR"] * players,
        pairing=WEAK | {"at_home_above": above},
    )


def test_half_of_the_players_are_at_home_above_forty_percent():
    """4.1/27 for the club at home as for another one; half of 3.6 and a half, 2.3/27, for two guests."""
    history = at_home("PPPPPQQRRS", 40)
    assert worth(history, "A", "B") == worth(history, "A", "F") == 8_745_541_839
    assert worth(history, "F", "G") == 0
    guests = E11 - int(E11 * (1 - 2.3 / 27) * (1 + 1.15 / 27))
    assert abs(worth(history, "F", "H") - guests) <= 1


@pytest.mark.parametrize(("clubs", "above"), [("PPPPPQQRRS", 50), ("PPPPPQQRRS", 100), ("PPPPQQQRRS", 40)])
def test_nobody_is_at_home_at_the_threshold(clubs, above):
    history = at_home(clubs, above)
    assert worth(history, "A", "B") == 0
    assert worth(history, "A", "J") == worth(history, "G", "J") == 8_745_541_839


def test_guests_of_one_group_are_a_quarter_of_the_factor_apart():
    """0.75/27, and a half of a group."""
    history = grouped(at_home("PPPPPQQRRS", 40), group("Q", "R"))
    guests = E11 - int(E11 * (1 - 1.25 / 27) * (1 + 0.625 / 27))
    assert abs(worth(history, "F", "H") - guests) <= 1


def test_country_at_home_is_not_avoided_and_clubless_players_are_not_at_home():
    abroad = at_home("PQRST", 40, countries=["FR", "FR", "FR", "DE", "NL"])
    assert worth(abroad, "A", "D") == worth(abroad, "A", "B") == 8_745_541_839
    nowhere = at_home(["", "", "", "P"], 40)
    assert worth(nowhere, "A", "B", "opengotha-3.52-2") == 0


def test_home_is_the_same_for_a_few_pairs_and_for_all():
    history = at_home("PPPPPQQRRS", 40)
    field = field_of(history, 1, find_rules("house"), 0)
    table = table_of(field)
    assert costs_at(field, [(5, 7), (0, 1)]) == [table.at(5, 7), table.at(0, 1)]
