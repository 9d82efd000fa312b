"""Copies of everything: by the database's own tools, and from SQLite to PostgreSQL and back."""
