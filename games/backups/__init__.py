"""Backups with the database's own tools, and moves between SQLite and PostgreSQL."""
