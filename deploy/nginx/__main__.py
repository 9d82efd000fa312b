"""`python -m deploy.nginx FOLDER --host go.example.org` writes nginx.conf and what nginx says itself.

Run it again after an upgrade: the pages name the static files by what is in them.
"""

import argparse
import os
import re
import sys
from pathlib import Path

import django

TEMPLATE = Path(__file__).with_name("nginx.conf.template")


def main(words: list[str]) -> None:
    """Write both; what is missing in the template is a KeyError."""
    asked = _asked(words)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    from django.conf import settings  # noqa: PLC0415

    from deploy.nginx import pages  # noqa: PLC0415 - it needs the settings
    from tournaments.web.base import LARGEST_WITH_PICTURES  # noqa: PLC0415

    folder = Path(asked.folder).resolve()
    values = {name.upper(): value for name, value in vars(asked).items()}
    values |= {"PAGES": str(folder / "pages"), "PICTURES": str(LARGEST_WITH_PICTURES)}
    values |= {"USUAL": str(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)}
    pages.write(folder / "pages")
    (folder / "nginx.conf").write_text(filled(TEMPLATE.read_text(encoding="utf-8"), values), encoding="utf-8")


def filled(text: str, values: dict[str, str]) -> str:
    """``${NAME}`` is ours; nginx's own variables stay."""
    return re.sub(r"\$\{([A-Z]+)\}", lambda found: values[found[1]], text)


def _asked(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m deploy.nginx", description="The configuration of nginx.")
    parser.add_argument("folder", help="for nginx.conf and its pages")
    parser.add_argument("--host", required=True, help="the name in the address bar")
    parser.add_argument("--upstream", default="127.0.0.1:8000", help="where the web server listens")
    parser.add_argument("--static", default="/var/lib/nigiri/static", help="the folder NIGIRI_STATIC")
    parser.add_argument("--certificate", default="/etc/nigiri/tls/fullchain.pem")
    parser.add_argument("--key", default="/etc/nigiri/tls/privkey.pem")
    parser.add_argument("--http", default="80", help="port, or address:port")
    parser.add_argument("--https", default="443", help="port, or address:port")
    parser.add_argument("--run", default="/run", help="folder of nginx.pid")
    parser.add_argument("--temp", default="/var/lib/nginx", help="folder of bodies that are being collected")
    return parser.parse_args(words)


if __name__ == "__main__":
    main(sys.argv[1:])
