"""Reasons for a pair and for a bye."""

from hypothesis import given, settings

from tests.tournaments.competition.pairing.builders import fresh, next_round, rounds_to_pair
from tests.tournaments.competition.standings.builders import played
from tournaments.competition.pairing import cost_of, pair_players, weights
from tournaments.competition.pairing.field import field_of
from tournaments.competition.pairing.reasons import BYES, LEVEL, bye_claims, bye_decision, reasons
from tournaments.competition.pairing.rulesets import NIGIRI_1
from tournaments.competition.pairing.words import bye_words, why_not_nearest

NAMES = {letter: f"Player {letter}" for letter in "ABCDEFGHIJ"}


def of(history, round_, two, **options):
    ours = pair_players(history, round_)
    pairs = [(game.white, game.black) for game in ours.pairs]
    byes = [ours.bye] if ours.bye else []
    return reasons(weights(history, round_), pairs, two, byes=byes, **options)


def test_repeated_game_is_the_reason_against_an_earlier_opponent():
    history = played("AB w, CD w", rounds=2)
    found = of(history, 2, ("A", "C"))
    to_b = next(other for other in found.alternatives["A"] if other.opponent == "B")
    assert (to_b.decided, to_b.left_over) == ("repeated", "D")
    assert to_b.change["repeated"] == -(10**15)


def test_change_equals_the_loss_of_the_whole_pairing():
    history = fresh(3, 2, -5, -6)
    ours = pair_players(history, 1)
    assert {frozenset((two.white, two.black)) for two in ours.pairs} == {frozenset("AB"), frozenset("CD")}
    found = of(history, 1, ("A", "B"))
    to_c = next(other for other in found.alternatives["A"] if other.opponent == "C")
    instead = cost_of(history, 1, [("A", "C"), ("B", "D")])
    assert to_c.change_total == instead.total - ours.total < 0
    assert to_c.total == cost_of(history, 1, [("A", "C")]).total
    assert found.total == cost_of(history, 1, [("A", "B")]).total
    assert to_c.decided == "score"
    assert why_not_nearest("Player A", found.alternatives["A"], NAMES).endswith(
        "Deciding criterion: opponents with equal scores."
    )


def test_order_decides_if_no_criterion_does():
    found = of(fresh(0, 0, pairing={"seeding_first": "split_and_fold"}), 1, ("A", "B"))
    assert found.alternatives == {"A": (), "B": ()}
    assert "no other possible opponent" in why_not_nearest("Player A", (), NAMES)
    level = of(fresh(0, 0, 0, 0, pairing={"maximise_seeding": 0}), 1, ("A", "B"))
    level = level or of(fresh(0, 0, 0, 0, pairing={"maximise_seeding": 0}), 1, ("A", "C"))
    assert {other.decided for other in level.alternatives["A"]} == {LEVEL}
    assert "the order of the players decided" in why_not_nearest("Player A", level.alternatives["A"], NAMES)


def test_player_due_the_bye_is_listed_last():
    history = fresh(0, 0, -9)
    found = of(history, 1, ("A", "B"))
    (other,) = found.alternatives["A"]
    assert (other.opponent, other.bye, other.left_over, other.decided) == ("C", True, "B", BYES)
    assert "due the bye" in why_not_nearest("Player A", found.alternatives["A"], NAMES)


def test_waiting_player_is_a_possible_opponent():
    history = fresh(0, 0, 0)
    found = reasons(weights(history, 1), [("A", "B")], ("A", "B"), free=["C"])
    (other,) = found.alternatives["A"]
    assert (other.left_over, other.bye) == (None, False)
    assert other.change_total == other.total - found.total


@settings(max_examples=30)
@given(rounds_to_pair())
def test_no_other_opponent_improves_the_pairing(history):
    """The proof, pair by pair; those with the bye apart, who is chosen before."""
    round_ = next_round(history)
    ours = pair_players(history, round_)
    pairs = [(game.white, game.black) for game in ours.pairs]
    table = weights(history, round_)
    for two in pairs:
        found = reasons(table, pairs, two, byes=[ours.bye] if ours.bye else [])
        for who in two:
            others = {other.opponent for other in found.alternatives[who]}
            assert others == set(table.ids) - set(two)
            assert all(other.change_total <= 0 for other in found.alternatives[who] if not other.bye)


def test_lists_bye_claims_in_order():
    history = fresh(3, 0, -20)
    field = field_of(history, 1, NIGIRI_1, 0)
    first, second, third = bye_claims(field, [0, 1, 2])
    assert (first.entrant, second.entrant, third.entrant) == ("C", "B", "A")
    assert bye_decision(first, second) == "weight"
    assert "Player C is the lowest (0). Next is Player B (60)." in bye_words(first, second, NAMES)


def test_place_decides_between_equal_claims():
    field = field_of(fresh(0, 0, 0), 1, NIGIRI_1, 0)
    first, second, _ = bye_claims(field, [0, 1, 2])
    assert (first.entrant, bye_decision(first, second)) == ("C", "place")
    assert bye_words(first, None, NAMES) == "Only Player C could get the bye."
