"""Which komi counts: the director's, that of the ruleset's text, or the ruleset's own."""

import pytest

from tournaments.domain.ruleset_komi import komi_in_text, starting_komi, which_komi_counts


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        ("chinese komi=8", 8.0),
        ("chinese komi=7.5", 7.5),
        ("chinese", 7.5),
        ("japanese", 6.5),
        ("ing", 8.0),
        ("new-zealand", 7.0),
        ("tromp-taylor", 5.5),  # komi by agreement
        ("tromp-taylor komi=0", 0.0),
        ("no ruleset", 5.5),
    ],
)
def test_new_tournament_begins_with_the_komi_of_its_ruleset(text, komi):
    assert starting_komi(text, 5.5) == komi


@pytest.mark.parametrize(
    ("text", "komi"),
    [("chinese", None), ("chinese komi=7.5", 7.5), ("komi=7", None), ("chinese komi=x", None)],
)
def test_only_a_text_that_names_a_komi_sets_that_of_a_tournament(text, komi):
    assert komi_in_text(text) == komi


@pytest.mark.parametrize(
    ("recorded", "komi", "says"),
    [
        ("chinese@2", 7.5, "Komi 7.5 counts, the ruleset's own."),
        ("chinese@2", 6.5, "Komi 6.5 counts, as the settings have it; the ruleset's own is 7.5."),
        ("chinese@2 komi=8.0", 8.0, "Komi 8 counts, as the text of the ruleset names it."),
        (
            "chinese komi=8.0",
            6.5,
            "Komi 6.5 counts, as the settings have it; the text of the ruleset names 8.",
        ),
        ("tromp-taylor", 6.5, "Komi 6.5 counts, as the settings have it; the ruleset has none."),
    ],
)
def test_says_which_komi_counts_and_why(recorded, komi, says):
    assert which_komi_counts(recorded, komi) == says
