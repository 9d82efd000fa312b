"""One of the writers: appends to twenty shared streams until its time is over; prints how many events.

``python -m tests.faults.writer SECONDS SEED``
"""

import random
import sys
import time

import django


def main(seconds: float, seed: int) -> int:
    from tests.games.sample import count

    chance, end, stored = random.Random(seed), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        stored += len(count(f"shared:{chance.randrange(20)}", *range(chance.randint(1, 3))))
    return stored


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(str(main(float(sys.argv[1]), int(sys.argv[2]))))
