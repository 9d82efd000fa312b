"""The data of events of games."""

from games.rest.glossary import EVERYWHERE, Glossary

GAME_EVENTS: Glossary = {
    EVERYWHERE: {
        "claim_id": "Id of the claim.",
        "color": "The player whose action it is: b or w.",
        "game_digest": "Digest of that event of the game; empty if it rests on none.",
        "game_id": "Id of the game.",
        "game_version": "Version of the game that it rests on; 0 if it rests on none.",
        "modified_ko": "Whether the modified ko rule holds from now on.",
        "reason": "Why, as it was typed; empty if nothing was, or you may not read it.",
        "ruleset": "Name of the ruleset, followed by axis=value for each choice that differs.",
    },
    "GameOpenedData": {
        "context": "What the game belongs to: the id of its tournament.",
        "width": "Lines of the board from left to right.",
        "height": "Lines of the board from bottom to top.",
    },
    "GameOpenedData GameTermsChangedData": {
        "handicap": "Handicap in stones; 1 is no stone, only a smaller komi.",
        "black": "Id of the entry that has Black.",
        "white": "Id of the entry that has White.",
        "length": "The most turns that the game may have; null: any number.",
        "limits": "Number of the tournament's last change of limits; 0 before the first.",
    },
    "GamePositionSetUpData": {
        "black": "Vertices of black stones.",
        "white": "Vertices of white stones.",
        "to_play": "Who is to play: b or w.",
    },
    "GameRecordReceivedData": {
        "source": "Where the record is from: sgf.",
        "actions": "Number of its actions, which follow as events.",
        "encoding": "Encoding in which it was read.",
        "sha256": "SHA-256 of the file, in hexadecimal.",
        "claimed": "Result that the record itself names (RE in SGF); empty if it names none.",
        "handicap": "Handicap in stones that it names; null if it names none.",
        "komi": "Komi in points that it names; null if it names none.",
        "rules": "Name of the ruleset that it names; ? for one that is not known, empty if it names none.",
    },
    "GameStonePlayedData GameKoChallengedData": {"at": "Vertex, for instance D4."},
    "GameDeadAgreedData GameDeadMarkedData GameClaimedData": {"points": "Vertices of the stones."},
    "GameClaimedData": {"capturable": "Whether they are said to be capturable, rather than not."},
    "GameConfirmationBegunData": {"claim": "Number of the claim in this game, from 0."},
    "GameDrawAgreedData GameResumedData": {"color": "The player whose action it is: b or w; null: both."},
    "GameEndedData": {
        "winner": "Who has won: b or w; empty: nobody.",
        "by": "How the game ended, for instance score, resignation, no result.",
        "margin": "Margin in points; null if nothing was counted.",
        "text": "The result as in SGF: B+3.5, W+R, 0, Void.",
    },
    "GameTurnsTakenBackData": {"to_turn": "The last turn that stays; 0 forgets them all."},
}
