"""Who is seeded how by hand, before a schedule is drawn: a part of a tournament's events."""

from dataclasses import dataclass

from tournaments.events.declared import OF_PAIRING, STATE_ONLY, Nothing, event


@event(
    "tournament.seeds-set.v1",
    rows=STATE_ONLY,
    news=Nothing("it counts when round 1 is drawn"),
    games=OF_PAIRING,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class SeedsSet:
    """The first seeds of a group, entries or teams, from the first; whoever is not named follows as seeded.

    None: all are seeded as the settings say.
    """

    group: str = ""
    seeds: tuple[str, ...] = ()
    reason: str = ""
