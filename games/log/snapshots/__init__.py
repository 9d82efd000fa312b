"""States of streams, kept beside the log every so many events: `deploy/decisions/snapshots.md`."""
