"""Claims: made, played out, ruled on, appealed."""

from games.rest.glossary import Glossary

MADE = "Claim ClaimChanged ClaimMade"
SENT = "MakeClaim ClaimFileIn"
PLAYED_OUT = "Sequence SequenceChanged"

CLAIMS: Glossary = {
    f"{MADE} {SENT} ClaimRow": {"kind": "What the claim is about."},
    f"{MADE} ClaimRow": {
        "id": "Id of the claim.",
        "by": "Who made it: b, w, or desk (an official).",
        "made_at": "When it was made (ISO 8601, UTC).",
        "stage": "How far it is: open, proposed, ruled, appealed, final or withdrawn.",
        "turn": "The turn that it is about, from 1; null if it names none.",
        "version": "Number of the claim's last event; the ETag is made of it.",
    },
    "ClaimRow": {
        "decision": "How it was ruled on; empty before a ruling.",
        "sequences": "How many sequences have been played out for it.",
    },
    MADE: {
        "points": "Vertices that it names, of dead stones or of strings; empty if none.",
        "capturable": "Whether those strings are said to be capturable, rather than not.",
        "color": "The player that it is about: b or w; empty if it names none.",
        "count": "The claimed number of tokens or stones, or points of komi or fines; null if there is none.",
        "result": "The result that is claimed, as in SGF (B+3.5); empty if it is about something else.",
        "record": "SHA-256 of the record that came with it; empty if none did.",
        "evidence": "SHA-256 of the words that came with it; empty if none did.",
        "picture": "SHA-256 of the picture that came with it; empty if none did.",
        "words": "What was written, by what it belongs to: claim or appeal.",
        "pictures": "Pictures that can be had at pictures/{purpose}/: claim, appeal.",
        "sequences": "Sequences that were played out for it.",
        "ruling": "The last ruling; null before one.",
        "seconded": "Who confirmed the ruling; null if nobody had to, or has yet.",
        "appeal": "The appeal; null if there is none.",
        "appeal_decision": "What the committee decided; null before that.",
        "remedy": "What is in force for the game; null before a ruling is.",
    },
    "ClaimMade": {"finding": "What the rules say of the claim."},
    SENT: {
        "turn": "The turn that it is about, from 1.",
        "points": "Vertices that it names, of dead stones or of strings, for instance D4.",
        "color": "The player that it is about.",
        "count": "The claimed number of tokens or stones, or points of komi or fines.",
        "text": "What happened, in your own words.",
        "picture": "A picture as a file: JPEG, PNG or WebP, at most 12 MB.",
        "sgf": "Another record of the game as SGF, at most 1 MB.",
    },
    "Missing": {"code": "Stable name of what is missing.", "text": "What is missing, in words."},
    "Words": {
        "text": "What was written.",
    },
    "Finding": {
        "verdict": "Whether the record proves the claim, refutes it, or does not decide it.",
        "says": "The finding in words.",
        "turn": "The turn at which it shows; null if at none.",
        "follows": "The result that would follow, as in SGF; empty if none does.",
        "missing": "What is needed to decide it; empty if it is decided.",
        "position": "The position in which it shows; null if in none.",
    },
    "ClaimRuling": {
        "referee": "Who ruled: an account by its number, user:N.",
        "game_version": "Version of the game on which the ruling rests.",
        "needs_second": "Whether another official has to confirm it.",
    },
    "ClaimRuling AppealDecision": {"reasons": "The reasons that were written."},
    "Seconded": {
        "official": "Who confirmed it: an account by its number, user:N.",
        "appeal_until": "Until when the ruling may be appealed (ISO 8601, UTC).",
    },
    "AppealDecision": {"official": "Who entered the decision: an account by its number, user:N."},
    "Appealed": {
        "by": "Who appealed: b or w.",
        "grounds": "SHA-256 of the words, which are among the claim's words.",
        "picture": "SHA-256 of the picture that was sent; empty if none was.",
    },
    "Remedy RemedyIn": {
        "result": "The result from now on; empty: as it was.",
        "by_default": "Whether that result is by default.",
        "penalties": "Points of penalty by player; they are recorded, and nothing is computed from them.",
        "replay": "Whether the game is to be played again.",
    },
    "Remedy": {"score": "The final score as in SGF, penalties counted in; empty if none was named."},
    "PenaltiesIn": {"b": "Points of penalty for Black.", "w": "Points of penalty for White."},
    "Rule DecideAppeal ClaimRuling AppealDecision": {"decision": "What is decided."},
    "Second": {
        "agrees": "Whether you confirm the ruling; if not, the claim is open again.",
        "reasons": "Why not; needed if you do not agree.",
    },
    "Appeal": {
        "text": "Why the ruling is wrong.",
        "picture": "A picture as a file: JPEG, PNG or WebP, at most 12 MB.",
    },
    "WithdrawClaim": {"reason": "Why it is withdrawn; may be left out."},
    "BeginSequence": {
        "turn": "The turn from which to play, 0 the start; if left out, the last.",
        "sequence": "The earlier sequence that it leaves; 0: it leaves the game.",
    },
    f"{PLAYED_OUT} SequenceRow": {
        "number": "Number of the sequence among those of the claim, from 1.",
        "by": "Who began it: b, w, or desk; empty if that is not known.",
        "one_sided": "Whether only one player has played in it since it left another: it decides nothing.",
    },
    "SequenceRow": {
        "turn": "The turn from which it was played, 0 the start.",
        "sequence": "The earlier sequence that it leaves; 0: it leaves the game.",
        "actions": "Number of its actions.",
    },
    "Sequences": {"results": "The sequences of the claim, the first first."},
    PLAYED_OUT: {
        "from_turn": "The turn from which it was played, 0 the start.",
        "from_sequence": "The earlier sequence that it leaves; 0: it leaves the game.",
        "game_version": "Version of the game from which it was played.",
        "actions": "Its actions, in the form in which they are entered.",
        "entered": "Who entered each action: b, w, or desk; empty if that is not known.",
        "turn": "Number of its actions after which the position stands.",
        "turns": "Number of its actions.",
        "position": "The position after that turn.",
    },
}
