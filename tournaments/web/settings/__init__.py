"""Pages of setting up a tournament, its settings and its limits."""
