"""Who comes next with a claim, and by when; and whom an appeal would reach."""

from datetime import datetime

from django.utils.translation import gettext as _

from games.claims.claim import OTHER, Claim, Stage
from tournaments.access.table import Role
from tournaments.web.games.claim_words import BY


def next_step(claim: Claim, at: datetime, reaches: Role | None) -> str:
    """One or two sentences. ``reaches``: the office that an appeal reaches, None: nobody."""
    return {
        Stage.OPEN: _(
            "A referee rules on it; it is first in their queue until the next round is paired."
            " Until then both players may add to what is played out."
        ),
        Stage.PROPOSED: _("A second official confirms the ruling, or disagrees; only then it counts."),
        Stage.RULED: _("%(who)s may appeal; if nobody does, the ruling is final.") % {"who": _who(claim)},
        Stage.APPEALED: decides(reaches),
        Stage.FINAL: _("Nobody: this is final."),
        Stage.WITHDRAWN: _("Nobody: the claim was withdrawn."),
    }[claim.stage(at)]


def _who(claim: Claim) -> str:
    """Who may appeal: not the player to whom the ruling gives all they could have."""
    return str(BY[OTHER[claim.content]]) if claim.content else _("Either player")


def decides(reaches: Role | None) -> str:
    """Who decides an appeal that was made."""
    if reaches is None:
        return _("Nobody can decide the appeal yet: an owner of the organisation has to name a committee.")
    if reaches is Role.OWNER:
        return _("No committee is named: an owner of the organisation decides the appeal.")
    return _("The appeals committee decides; that is final.")


def before_appeal(reaches: Role | None) -> str:
    """What to know before appealing; "" where the committee decides."""
    if reaches is None:
        return _(
            "Nobody can decide an appeal at present: no committee is named, and whoever else might plays in"
            " this game or ruled on it. An appeal that you make in time counts all the same and waits: tell"
            " an owner of the organisation, who can name a committee."
        )
    if reaches is Role.OWNER:
        return _("No committee is named: an owner of the organisation would decide the appeal.")
    return ""
