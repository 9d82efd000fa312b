"""The WSGI door: `gunicorn deploy.wsgi`."""

import os

import django
from django.core.handlers.wsgi import WSGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup(set_prefix=False)

from deploy import garbage  # noqa: E402 - what it asks for is there now
from deploy.held import Held  # noqa: E402

garbage.look_seldom()
application = Held(WSGIHandler())
