"""News for other people's programs: signed, repeated until it arrives, and never sent where none may go."""
