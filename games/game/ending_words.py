"""How a game ended, in words that are translated: the phrases for ``rules.Outcome.by``."""

from collections.abc import Mapping

from games.marking import marked

ENDINGS: Mapping[str, str] = {
    "score": marked("counted"),
    "resignation": marked("by resignation"),
    "no move left": marked("no move left"),
    "agreed draw": marked("agreed draw"),
    "claimed draw": marked("claimed draw"),
    "declared draw": marked("declared draw"),
    "no result": marked("no result"),
}
