"""Jobs that run after a commit: rows of one table, tasks that only wake workers, and a sweep."""
