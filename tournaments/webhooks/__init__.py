"""Webhooks: signed messages to other programs, retried until they arrive, to public addresses only."""
