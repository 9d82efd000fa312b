"""`python -m tests.faults.conflicting` reads on a replica for two seconds; prints rows, who answered, why."""

import json
import sys

SLEEPER = "SELECT COUNT(*), pg_sleep(2)::text FROM scratch"


def main():
    import django

    django.setup()
    from deploy.replicas.reads import Reads
    from deploy.replicas.servers import servers
    from games.log import patience, sources, statements

    reads = Reads(servers())
    with patience.having(patience.READ), sources.having(reads):
        [(number, _)] = statements.select(SLEEPER)
    sys.stdout.write(json.dumps([number, *reads.told]))


if __name__ == "__main__":
    main()
