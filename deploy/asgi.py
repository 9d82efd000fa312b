"""The ASGI door, for servers that speak it: streams, and everything else as `deploy/wsgi.py` answers it."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

_django = get_asgi_application()

from deploy.streams.application import streams  # noqa: E402 - it needs the settings, which are there now

application = streams(_django)
