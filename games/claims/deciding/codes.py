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
            title=marked("A claim on this game waits to be decided."),
            advice=marked(
                "Have a referee rule on it first, or its maker withdraw it: the referee's queue has it."
            ),
        ),
        "claims_over": Code(
            status=409,
            title=marked("The time for claims on this game is over."),
            advice=marked("Tell the referee, who may still open one."),
        ),
        "too_many_claims": Code(
            status=409,
            title=marked("This player has made as many claims on the game as are allowed."),
            advice=marked("Those that were withdrawn count. Tell the referee, who may still open one."),
        ),
        "referees_only": Code(
            status=403,
            title=marked("Only an official can open a claim of this kind."),
            advice=marked("Tell the referee. People judge conduct."),
        ),
        "incomplete_claim": Code(
            status=422,
            title=marked("The claim does not name what its kind needs."),
            advice=marked("Fill the fields named."),
        ),
        "claim_has_no_turn": Code(
            status=422,
            title=marked("The record has no such turn."),
            advice=marked("Turns count from 1; see the game's page for the last one."),
            field="turn",
        ),
        "own_game": Code(
            status=403,
            title=marked("Officials do not decide on games of their own."),
            advice=marked("Ask another official."),
        ),
        "reasons_missing": Code(
            status=422,
            title=marked("A ruling needs written reasons."),
            advice=marked("Say which facts and which clause decide; both players will read it."),
            field="reasons",
        ),
        "ruling_without_effect": Code(
            status=422,
            title=marked("The decision gives the game no other result."),
            advice=marked("Choose the result that follows, or confirm that the decision gives no other."),
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
        "no_such_ruling": Code(status=409, title=marked("There is no ruling that waits for this.")),
        "same_official": Code(
            status=403,
            title=marked("The second official is another person."),
            advice=marked("Ask a colleague to confirm it."),
        ),
        "appeal_too_late": Code(
            status=409, title=marked("The time to appeal is over."), advice=marked("The ruling is final.")
        ),
        "appealed_already": Code(
            status=409, title=marked("The ruling has been appealed."), advice=marked("There is one appeal.")
        ),
        "finding_changed": Code(
            status=409,
            title=marked("What the rules say of the claim has changed since you looked."),
            advice=marked("Read it again, then rule."),
        ),
        "nothing_to_appeal": Code(
            status=409,
            title=marked("The ruling gives you all that you could have."),
            advice=marked("There is one appeal, and it is the other player's."),
        ),
        "ruling_replaced": Code(
            status=409,
            title=marked("A later ruling on this game has taken the place of this one."),
            advice=marked("Appeal the ruling that counts; the game's page names it."),
        ),
        "not_your_word": Code(
            status=403,
            title=marked("Only the other player, or an official, can say this."),
            advice=marked("Players enter what they do themselves; ask the referee to enter what both do."),
        ),
        "not_your_picture": Code(
            status=403,
            title=marked("Only who sent this picture, or an official, can have it erased."),
            advice=marked("Ask the referee or the director."),
        ),
        "picture_gone": Code(
            status=410,
            title=marked("This picture is not here: it was erased, or stayed where the log was copied from."),
            advice=marked("Its digest is in the log: an older copy can be compared with it."),
        ),
        "not_your_claim": Code(status=403, title=marked("This claim is not yours.")),
        "sequences_used_up": Code(
            status=409,
            title=marked("You have asked for as many sequences for this claim as the rules allow."),
            advice=marked("The last one decides; the other player and the referee may still ask for one."),
        ),
        "sequence_empty": Code(
            status=409,
            title=marked("Nothing was played yet in the sequence that you began last."),
            advice=marked(
                "Play in it, let the other player play in it, or ask an official to begin another one."
            ),
        ),
        "nothing_to_take_back": Code(
            status=409,
            title=marked("There is nothing here that you can take back."),
            advice=marked(
                "Players take back their own last stone, before it is answered; an official anything,"
                " unless another sequence goes on from there."
            ),
        ),
        "nothing_to_play": Code(
            status=409,
            title=marked("This sequence is over."),
            advice=marked("Begin another one, from the game or from a turn of this one."),
        ),
    }
)
