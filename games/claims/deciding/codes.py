"""The problem codes of claims."""

from games.marking import marked
from games.refusals import Code, register

register(
    {
        "claim_closed": Code(
            status=409,
            title=marked("This claim has been decided or withdrawn."),
            advice=marked("Read the claim; a ruling may be appealed until its deadline."),
        ),
        "claim_open": Code(
            status=409,
            title=marked("A claim on this game is not final yet."),
            advice=marked(
                "Ask a referee to rule on it, or the claimant to withdraw it. A ruling is final when the "
                "time to appeal is over or the appeal is decided."
            ),
        ),
        "claims_over": Code(
            status=409,
            title=marked("The time for claims on this game is over."),
            advice=marked("Call the referee, who can still open a claim."),
        ),
        "too_many_claims": Code(
            status=409,
            title=marked("This player has reached the limit of claims on this game."),
            advice=marked("Withdrawn claims count too. Call the referee, who can still open a claim."),
        ),
        "claim_made_already": Code(
            status=409,
            title=marked("You have already made this claim, and nobody has ruled on it yet."),
            advice=marked("A referee rules on it. Tell the referee what you want to add."),
        ),
        "referees_only": Code(
            status=403,
            title=marked("Only an official can open a claim of this kind."),
            advice=marked("Call the referee, who decides on conduct."),
        ),
        "incomplete_claim": Code(
            status=422,
            title=marked("A claim of this kind needs more information."),
            advice=marked("Fill in the fields listed."),
        ),
        "claim_has_no_turn": Code(
            status=422,
            title=marked("The record has no such turn."),
            advice=marked("Turns are numbered from 1. The game's page shows the last one."),
            field="turn",
        ),
        "own_game": Code(
            status=403,
            title=marked("Officials may not decide on their own games."),
            advice=marked("Ask another official."),
        ),
        "reasons_missing": Code(
            status=422,
            title=marked("A ruling needs written reasons."),
            advice=marked("State the deciding facts and clause. Both players will read the reasons."),
            field="reasons",
        ),
        "ruling_final": Code(
            status=409,
            title=marked("The result of this game was decided on an appeal and is final."),
            advice=marked("Nobody can change it. The game's page links to the decision."),
        ),
        "denied_but_changed": Code(
            status=422,
            title=marked("A claim that is denied leaves the result as it is."),
            advice=marked("To change the result, uphold the claim in full or in part."),
            field="remedy.result",
        ),
        "ruling_without_effect": Code(
            status=422,
            title=marked("The decision does not change the result of the game."),
            advice=marked("Choose the result that follows, or confirm that the decision does not change it."),
            field="remedy.result",
        ),
        "ruled_already": Code(
            status=409,
            title=marked("This claim has been ruled on."),
            advice=marked("On an appeal within its period the appeals committee decides."),
        ),
        "too_late_to_correct": Code(
            status=409,
            title=marked("This ruling can no longer be corrected."),
            advice=marked("It was appealed or is final. The appeals committee decides on an appeal."),
        ),
        "no_such_ruling": Code(
            status=409,
            title=marked("The claim has no ruling at the stage that this needs."),
            advice=marked(
                "Its state says how far it is: ruled on, confirmed by a second official, appealed."
            ),
        ),
        "same_official": Code(
            status=403,
            title=marked("A second official has to be another person."),
            advice=marked("Ask a colleague to confirm it."),
        ),
        "appeal_too_late": Code(
            status=409, title=marked("The time to appeal is over."), advice=marked("The ruling is final.")
        ),
        "appealed_already": Code(
            status=409,
            title=marked("The ruling has been appealed."),
            advice=marked("Only one appeal is allowed."),
        ),
        "finding_changed": Code(
            status=409,
            title=marked("The finding on this claim has changed since you opened the page."),
            advice=marked("Read the claim again, then rule on it."),
        ),
        "nothing_to_appeal": Code(
            status=409,
            title=marked("The ruling already gives you the result."),
            advice=marked("Only the other player can appeal."),
        ),
        "ruling_replaced": Code(
            status=409,
            title=marked("A later ruling on this game has replaced this one."),
            advice=marked("Appeal the ruling in force; the game's page shows it."),
        ),
        "not_your_word": Code(
            status=403,
            title=marked("Only the other player, or an official, can enter this."),
            advice=marked(
                "Players enter their own actions. Ask the referee to enter actions of both players."
            ),
        ),
        "not_your_picture": Code(
            status=403,
            title=marked("Only the sender of this picture, or an official, can erase it."),
            advice=marked("Ask the referee or the director."),
        ),
        "picture_gone": Code(
            status=410,
            title=marked("The picture is not available. It was erased, or was not copied with the log."),
            advice=marked("An older copy of the picture can be compared with its digest in the log."),
        ),
        "not_your_claim": Code(status=403, title=marked("Only the claimant can do this.")),
        "sequences_used_up": Code(
            status=409,
            title=marked("You have reached the limit of sequences for this claim."),
            advice=marked(
                "The last sequence decides. The other player and the referee can still ask for one."
            ),
        ),
        "sequence_empty": Code(
            status=409,
            title=marked("No move has been played yet in the sequence that you began last."),
            advice=marked(
                "Play in that sequence, wait for the other player to play in it, or ask an official "
                "to begin another one."
            ),
        ),
        "nothing_to_take_back": Code(
            status=409,
            title=marked("There is nothing that you can take back."),
            advice=marked(
                "Players can take back their own last stone until it is answered. An official can "
                "take back any turn from which no other sequence branches off."
            ),
        ),
        "nothing_to_play": Code(
            status=409,
            title=marked("This sequence is over."),
            advice=marked("Begin another sequence, from the game or from a turn of this one."),
        ),
    }
)
