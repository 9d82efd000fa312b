"""Changes of weights in words."""

from tournaments.competition.pairing.words import change_words, describe_shortfalls, tables_below_best


def test_lists_losses_and_gains_the_greatest_first():
    said = change_words({"base": 0, "colours": -10, "repeated": -500, "score": 3, "handicap": 0})
    assert said == (
        "Worse: players would meet an opponent again; colours would be less even. "
        "Better: scores would be nearer."
    )


def test_fewer_games_omit_the_criteria():
    said = change_words({"base": -1, "repeated": -500, "score": -3})
    assert said == "One game fewer: its two players would wait."
    assert change_words({"base": 1, "repeated": 500}) == "One game more."
    assert change_words({}) == "Nothing would be worse or better."


def test_repeated_game_is_named_only_if_others_did_not_meet():
    new, again = {"repeated": 500, "geography": 5}, {"repeated": 0, "geography": 7}
    assert describe_shortfalls([new, again, {}]) == [
        "Worse than at other tables: opponents from other clubs and countries.",
        "They met before.",
        "",
    ]
    assert describe_shortfalls([{"repeated": 0}, {"repeated": 0}]) == ["None.", "None."]


def test_lists_tables_below_the_best_by_criterion():
    pairs = {1: {"score": 9, "seeding": 1}, 3: {"score": 7, "seeding": 2}, 2: {"score": 9, "seeding": 3}}
    assert tables_below_best(pairs) == {"score": [3]}
    assert tables_below_best({}) == {}
