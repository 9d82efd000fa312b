"""What a server asks itself before it forks."""

import pytest
from django.core.wsgi import get_wsgi_application

from deploy import warming


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("hosts", "https"), [(["*"], False), ([".go.example.org"], True)])
def test_the_pages_are_answered(hosts, https, settings):
    settings.ALLOWED_HOSTS = hosts
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = https
    first, *others = [said[:3] for said in warming.warm(get_wsgi_application())]
    assert first in ("200", "302")  # to where the first account is made
    assert others == ["200", "200"]
