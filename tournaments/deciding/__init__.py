"""What a command makes of a tournament: ``decide(command, state)`` returns events or raises a Refusal. Pure.

Commands are frozen values in the imperative and live beside their decision, one module a subject.
"""

from tournaments.deciding import (
    closing,
    clubs,
    dates,
    drawing,
    editing,
    ending,
    entries,
    limits,
    many_entries,
    many_pairs,
    many_results,
    matches,
    meetings,
    pairs,
    proving,
    replacing,
    replaying,
    results,
    rounds,
    rulings,
    seeding,
    setting_up,
    teams,
    wishes,
)
from tournaments.deciding import taking_back as undoing
from tournaments.deciding.base import decide

__all__ = [
    "closing",
    "clubs",
    "dates",
    "decide",
    "drawing",
    "editing",
    "ending",
    "entries",
    "limits",
    "many_entries",
    "many_pairs",
    "many_results",
    "matches",
    "meetings",
    "pairs",
    "proving",
    "replacing",
    "replaying",
    "results",
    "rounds",
    "rulings",
    "seeding",
    "setting_up",
    "teams",
    "undoing",
    "wishes",
]
