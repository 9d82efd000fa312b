"""Work that follows a commit: rows of one table, tasks that only wake workers, and one sweep."""
