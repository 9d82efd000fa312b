import pytest

from tournaments.wording.record_outcomes import outcome_sentence


@pytest.mark.parametrize(
    ("source", "result", "sentence"),
    [
        ("counted", "W+24.5", "The record counts W+24.5."),
        ("played", "W+R", "The record ends with W+R."),
        ("played", "0", "The record ends in jigo."),
        ("stated", "0", "The file states 0."),
    ],
)
def test_says_how_the_outcome_is_known(source, result, sentence):
    assert outcome_sentence(source, result) == sentence
