"""The outcome of a game's record in words: whether the moves were counted, or only the file states it."""

from enum import StrEnum

from django.utils.translation import gettext


class OutcomeSource(StrEnum):
    """The way in which the outcome of a record is known."""

    COUNTED = "counted"  # the replay ends with a count and a winner
    PLAYED = "played"  # the replay ends in another way, for example with a resignation or in jigo
    STATED = "stated"  # the file states it, and its moves do not lead to it


def outcome_sentence(source: str, result: str) -> str:
    """Return "The record counts W+24.5." or, of an outcome that is no count, how it is known."""
    if result == "0" and source == OutcomeSource.PLAYED:
        return gettext("The record ends in jigo.")
    words = {
        OutcomeSource.COUNTED: gettext("The record counts %(result)s."),
        OutcomeSource.PLAYED: gettext("The record ends with %(result)s."),
        OutcomeSource.STATED: gettext("The file states %(result)s."),
    }[OutcomeSource(source)]
    return words % {"result": result}
