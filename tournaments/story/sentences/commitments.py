"""Secrets that draws follow from."""

from games.marking import marked
from tournaments.events.commitments import SeedCommitted
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_seed_committed(event: SeedCommitted, seen: Seen) -> str:
    return marked("The draw of round %(round)s is sealed.", round=event.round)
