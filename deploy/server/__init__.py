"""What a process starts with: its environment, databases, caches, logs and tables."""
