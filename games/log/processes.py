"""Processes that are begun anew, on the database of this one. Imports no models: those come later."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

import django
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections


def pool(jobs: int) -> ProcessPoolExecutor:
    """So many, each with the service set up and a connection of its own."""
    connections.close_all()  # processes do not share one
    name = str(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])
    return ProcessPoolExecutor(
        jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin,
        initargs=(str(settings.SETTINGS_MODULE), name),
    )


def _begin(of: str, database: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", of)
    django.setup()
    connections[DEFAULT_DB_ALIAS].settings_dict["NAME"] = database
