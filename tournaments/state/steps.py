"""An event between the states before and after it."""

from dataclasses import dataclass

from tournaments.state.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """An event of the log, with the states before and after it."""

    event: object
    before: Tournament
    after: Tournament
