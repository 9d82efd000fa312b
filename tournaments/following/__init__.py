"""Open pages and programs are told what changes in a tournament: `deploy/decisions/live.md`."""
