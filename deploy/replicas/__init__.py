"""Reads answered by PostgreSQL's streaming replicas, never staler than the server that writes."""
