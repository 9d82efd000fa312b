"""The outcome of a game's record in words: whether the moves were counted, or only the file states it."""

from enum import StrEnum

from django.utils.translation import gettext


class OutcomeSource(StrEnum):
    """The way in which the outcome of a record is known."""

    COUNTED = "counted"  # the replay ends with a count
    PLAYED = "played"  # the replay ends without a count, for example with a resignation
    STATED = "stated"  # the file states it, and its moves do not lead to it


def outcome_sentence(source: str, result: str) -> str:
    """Return "The record counts W+24.5." or, of an outcome that is no count, how it is known."""
    words = {
        OutcomeSource.COUNTED: gettext("The record counts %(result)s."),
        OutcomeSource.PLAYED: gettext("The record ends with %(result)s."),
        OutcomeSource.STATED: gettext("The file states %(result)s."),
    }[OutcomeSource(source)]
    return words % {"result": result}
