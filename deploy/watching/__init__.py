"""Monitoring of the service: health checks and metrics."""
