"""The demonstration: a tournament of invented people with real pairings and records."""
