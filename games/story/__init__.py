"""The story of a game in plain words, from its log, the logs of its claims and other sources.

Pure: ``story(game, claims, others)`` turns events into lines, in the order of their positions. Consecutive
moves share a line. ``describe`` has a sentence for every kind of event.
"""

from games.story import claims as of_claims
from games.story import games as of_games
from games.story.base import Line, RecordedEvent, describe
from games.story.folding import story

__all__ = ["Line", "RecordedEvent", "describe", "of_claims", "of_games", "story"]
