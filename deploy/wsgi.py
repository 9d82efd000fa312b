"""The WSGI door: `gunicorn deploy.wsgi`."""

import os

import django
from django.core.handlers.wsgi import WSGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402

from deploy import garbage  # noqa: E402 - what it asks for is there now
from deploy.databases import limit_to_requests  # noqa: E402

limit_to_requests(settings.DATABASES["default"])
garbage.look_seldom()
application = WSGIHandler()
