"""A health check of a web server like the proxy's: `python -m deploy.watching.ask ADDRESS HOST`."""

import sys
from urllib.error import URLError
from urllib.request import Request, urlopen

SECONDS = 8


def main(address: str, host: str) -> int:
    """Return 0 for status 200, else 1; standard error has the reason."""
    request = Request(address, headers={"Host": host, "X-Forwarded-Proto": "https"})  # noqa: S310 - as given
    try:
        with urlopen(request, timeout=SECONDS):  # noqa: S310 - the operator's own address
            return 0
    except (URLError, OSError) as error:
        sys.stderr.write(f"{address}: {error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
