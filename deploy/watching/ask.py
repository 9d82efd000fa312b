"""`python -m deploy.watching.ask ADDRESS HOST` asks a web server as the proxy would; status 0 for 200."""

import sys
from urllib.error import URLError
from urllib.request import Request, urlopen

SECONDS = 8


def main(address: str, host: str) -> int:
    """1 for every other answer, and for none; standard error says which."""
    request = Request(address, headers={"Host": host, "X-Forwarded-Proto": "https"})  # noqa: S310 - as given
    try:
        with urlopen(request, timeout=SECONDS):  # noqa: S310 - by whoever runs the service
            return 0
    except (URLError, OSError) as error:
        sys.stderr.write(f"{address}: {error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
