"""What can be done in a tournament: each operation once, for REST, pages and the document."""
