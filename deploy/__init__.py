"""Deployment: settings, routes, servers and the scripts that start them."""

from deploy.celery import app as celery_app

__all__ = ["celery_app"]
