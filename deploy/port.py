"""`python deploy/port.py HOST PORT`: status 0 when a server could listen there, else 1 with the reason."""

import socket
import sys


def main(host: str, port: str) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        # As a server does: a connection that has just ended does not count.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host.strip("[]"), int(port)))
        except OSError as error:
            sys.stderr.write(
                f"Cannot listen on {host}, port {port}: {error.strerror}. Choose another --port.\n"
            )
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
