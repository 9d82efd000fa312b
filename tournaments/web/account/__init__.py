"""One's own account: password, e-mail, second factor, sessions, tokens."""
