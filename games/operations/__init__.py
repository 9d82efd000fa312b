"""What can be done to a game and to claims on it: each operation once, for REST, pages and the document."""
