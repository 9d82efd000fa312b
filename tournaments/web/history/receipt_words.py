"""What a receipt's page says of an event: the kinds that receipts are given for, and their fields.

Others stand there as the log has them.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy, pgettext_lazy

KINDS = {
    "tournament.result-reported.v1": gettext_lazy("A player reported a result"),
    "tournament.result-recorded.v1": gettext_lazy("The desk recorded a result"),
    "tournament.result-cleared.v1": gettext_lazy("A result was cleared"),
    "tournament.result-ruled.v1": gettext_lazy("A ruling set a result"),
    "tournament.round-closed.v1": gettext_lazy("A round was closed"),
    "tournament.round-reopened.v1": gettext_lazy("A round was opened again"),
    "game.record-received.v1": gettext_lazy("A record was handed in"),
    "game.stone-played.v1": gettext_lazy("A stone was played"),
    "game.passed.v1": gettext_lazy("A player passed"),
    "game.resigned.v1": gettext_lazy("A player resigned"),
    "game.turns-taken-back.v1": gettext_lazy("Turns were taken back"),
    "claim.made.v1": gettext_lazy("A claim was made"),
    "claim.withdrawn.v1": gettext_lazy("A claim was withdrawn"),
    "claim.ruled.v1": gettext_lazy("A claim was ruled on"),
    "claim.appealed.v1": gettext_lazy("A ruling was appealed"),
    "claim.appeal-decided.v1": gettext_lazy("An appeal was decided"),
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
}
SIDES = ("color", "result winner", "result by default")


def kind_told(kind: str, what: str) -> str:
    return str(KINDS.get(kind, what))


def facts_told(facts: Mapping[str, str]) -> dict[str, str]:
    """Names and values as people say them; what somebody wrote stays as it is."""
    return {
        str(FIELDS.get(name, name)): str(VALUES.get(value, value)) if name in SIDES else value
        for name, value in facts.items()
    }
