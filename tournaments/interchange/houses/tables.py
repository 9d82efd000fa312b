"""What comes along with a house, and what does not."""

USER = "auth.User"
ADDRESS = "account.EmailAddress"
OF_ACCOUNTS = (
    *(ADDRESS, "mfa.Authenticator", "knox.AuthToken", "tournaments.TokenTerms", "tournaments.Wishes"),
)
"""Whoever has an account here already keeps what they have of these."""
COMES = (
    *(USER, *OF_ACCOUNTS, "tournaments.Organisation", "tournaments.Membership", "tournaments.Club"),
    *("tournaments.Player", "tournaments.PlayerList", "tournaments.ListedPlayer", "tournaments.Invitation"),
    *("tournaments.Endpoint", "tournaments.EntryLink", "tournaments.HallNotes", "tournaments.SignupTerms"),
    *("tournaments.ConsentText", "tournaments.Signup"),
    *("games.GameRecord", "games.ClaimEvidence", "games.ClaimPicture"),
)
"""In an order in which what a row points to by a number is there before it."""
STAYS = {
    "games.KeptAnswer": "sealed with another service's key, under the number of an account there",
    "games.KeptCheckpoint": "signed by that log, of its tree; ours has another",
    "tournaments.Job": "work of before, done or given up",
    "tournaments.Attempt": "of those",
    "tournaments.Notice": "notices of before",
    "tournaments.PasswordRequest": "asked of another operator",
    "account.EmailConfirmation": "links of another address",
    "contenttypes.ContentType": "Django's own",
    "auth.Permission": "Django's own",
    "auth.Group": "given by another operator",
    "auth.Group_permissions": "given by another operator",
    "auth.User_groups": "given by another operator",
    "auth.User_user_permissions": "given by another operator",
}
"""With the reason."""
