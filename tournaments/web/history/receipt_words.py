"""The event of a receipt in words: one sentence with the names of players, and its fields."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.claims.rows import ClaimRow
from games.log.redaction import redact
from games.log.store import StoredEvent
from games.receipts.readers import uuid_in
from games.speaking import translate
from games.story.base import describe
from tournaments.domain.base import Event, GameSeats, StoryContext, sentence_for
from tournaments.domain.declarations import declaration_of
from tournaments.loading import steps_at
from tournaments.state.tournament import Pair
from tournaments.tables.rows import PairingRow

CLAIM_KINDS = {
    "claim.made.v1": gettext_lazy("A claim was made."),
    "claim.withdrawn.v1": gettext_lazy("A claim was withdrawn."),
    "claim.ruled.v1": gettext_lazy("A claim was ruled on."),
    "claim.appealed.v1": gettext_lazy("A ruling was appealed."),
    "claim.appeal-decided.v1": gettext_lazy("An appeal was decided."),
}
FIELDS = {
    "at": pgettext_lazy("field of a receipt", "point"),
    "color": pgettext_lazy("field of a receipt", "colour"),
    "round": pgettext_lazy("field of a receipt", "round"),
    "game id": pgettext_lazy("field of a receipt", "game"),
    "claim id": pgettext_lazy("field of a receipt", "claim"),
    "entry id": pgettext_lazy("field of a receipt", "entry"),
    "result winner": pgettext_lazy("field of a receipt", "winner"),
    "result by default": pgettext_lazy("field of a receipt", "by default"),
    "remedy result": pgettext_lazy("field of a receipt", "winner"),
    "remedy by default": pgettext_lazy("field of a receipt", "by default"),
    "remedy score": pgettext_lazy("field of a receipt", "score"),
    "score": pgettext_lazy("field of a receipt", "score"),
    "reason": pgettext_lazy("field of a receipt", "reason"),
    "reasons": pgettext_lazy("field of a receipt", "reasons"),
    "decision": pgettext_lazy("field of a receipt", "decision"),
    "to turn": pgettext_lazy("field of a receipt", "back to turn"),
}
VALUES = {
    "Black": gettext_lazy("Black"),
    "White": gettext_lazy("White"),
    "black": gettext_lazy("Black"),
    "white": gettext_lazy("White"),
    "yes": gettext_lazy("yes"),
    "no": gettext_lazy("no"),
    "jigo": gettext_lazy("jigo"),
    "both_win": gettext_lazy("both win"),
    "both_lose": gettext_lazy("both lose"),
    "not_played": gettext_lazy("not played"),
    "upheld": gettext_lazy("upheld"),
    "partly": gettext_lazy("upheld in part"),
    "denied": gettext_lazy("denied"),
    "changed": gettext_lazy("changed"),
}
CHOSEN = (
    "color",
    "result winner",
    "result by default",
    "remedy result",
    "remedy by default",
    "decision",
)
"""The fields whose values are ours and not a person's text."""


def facts_in_words(facts: Mapping[str, str]) -> dict[str, str]:
    """Return the facts that a reader asks for, in words; text that people wrote is unchanged."""
    return {
        str(FIELDS[name]): str(VALUES.get(value, value)) if name in CHOSEN else value
        for name, value in facts.items()
        if name in FIELDS and not name.endswith(" id") and not (name.endswith("default") and value == "no")
    }


def technical_facts(facts: Mapping[str, str]) -> dict[str, str]:
    """Return the other facts as the log has them."""
    return {
        str(FIELDS.get(name, name)): value
        for name, value in facts.items()
        if name not in FIELDS or name.endswith(" id")
    }


def pairing_of(recorded: StoredEvent) -> PairingRow | None:
    """Return the game that the event is about: its result, its moves or a claim on it."""
    id_, game_id = uuid_in(recorded.stream), recorded.data.get("game_id")
    if id_ and recorded.stream.startswith("claim-"):
        game_id = ClaimRow.objects.filter(claim_id=id_).values_list("game_id", flat=True).first()
    elif recorded.stream.startswith("game-"):
        game_id = id_
    games = PairingRow.objects.select_related("tournament")
    return games.filter(game_id=game_id).first() if game_id else None


def sentence_of(
    recorded: StoredEvent, pairing: PairingRow | None, names: Mapping[str, str], *, reasons: bool
) -> str:
    """Return an event of a tournament, a game or a claim in one sentence. ``reasons``: with their texts."""
    shown = recorded.event if reasons else redact(recorded).event
    if recorded.stream.startswith("claim-"):
        return str(CLAIM_KINDS.get(recorded.kind, ""))
    if recorded.stream.startswith("game-"):
        return translate(describe(shown, 0))
    step = next(steps_at(str(uuid_in(recorded.stream)), [recorded.version]))
    context = StoryContext(before=step.applied.before, after=step.applied.after, names=names)
    game = context.find_pair(str(pairing.game_id)) if pairing else None
    if game and isinstance(shown, Event) and not declaration_of(type(shown)).games:
        return translate(shown.game_sentence(_seats(game, context)))
    return translate(sentence_for(shown, context))


def _seats(game: Pair, context: StoryContext) -> GameSeats:
    return GameSeats(
        game_id=game.game_id,
        black=game.black,
        white=game.white,
        colours_known=game.colours_known,
        names={entry: context.player_name(entry) for entry in (game.black, game.white)},
    )
