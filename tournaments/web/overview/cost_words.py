"""Costs as people read them: a sentence first, the numbers behind it."""

from collections.abc import Sequence
from typing import Any

from games.speaking import translate
from tournaments.competition.pairing.words import change_words, describe_shortfalls
from tournaments.proofs.edit_costs import WeighedBody
from tournaments.proofs.reasoning import InsteadBody

Body = dict[str, Any]


def lines_in_words(lines: Sequence[Body]) -> list[Body]:
    """The games of a round with ``lacks``: what each lacks against the other tables."""
    weighed = [{} if line["by_hand"] else line["components"] for line in lines]
    return [
        {**line, "lacks": translate(said)}
        for line, said in zip(lines, describe_shortfalls(weighed), strict=True)
    ]


def weighed_in_words(weighed: WeighedBody) -> Body:
    return {**weighed, "words": translate(change_words(weighed["change"]))}


def other_in_words(other: InsteadBody) -> Body:
    """Another opponent; ``signed``: the change of the whole round with its sign."""
    total = int(other["change_total"])
    return {
        **other,
        "words": translate(change_words(other["change"])),
        "signed": f"+{total}" if total > 0 else str(total).replace("-", "\N{MINUS SIGN}"),
        "plus": total > 0,
    }
