"""What everybody may read, made once and kept while it holds: `deploy/decisions/rendered-once.md`."""
