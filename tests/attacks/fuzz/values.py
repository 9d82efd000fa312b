"""Values that nobody expects: texts, numbers, JSON, and what is left of a good value after a change."""

import json

from tests.attacks.fuzz import odd

MARK = "\uffff raw "


def text(random, known=()):
    return str(random.choice(known)) if known and random.random() < 0.4 else random.choice(odd.TEXTS)


def number(random):
    return random.choice(odd.NUMBERS) if random.random() < 0.6 else random.randint(-3, 20)


def value(random, known=(), depth=0):
    """Any JSON value, by and by less deep."""
    kind = random.randrange(9 if depth < 3 else 6)
    if kind < 3:
        return text(random, known)
    if kind == 3:
        return number(random)
    if kind == 4:
        return random.choice((None, True, False))
    if kind == 5:
        return f"{MARK}{random.randrange(len(odd.RAW))}"
    if kind == 6:
        return {text(random, known): value(random, known, depth + 1) for _ in range(random.randrange(4))}
    return [value(random, known, depth + 1) for _ in range(random.randrange(5))]


def mutated(random, good, known=()):
    """``good`` with one change somewhere in it."""
    if isinstance(good, dict) and good and random.random() < 0.85:
        return _changed_member(random, good, known)
    if isinstance(good, list) and good and random.random() < 0.7:
        place = random.randrange(len(good))
        return [*good[:place], mutated(random, good[place], known), *good[place + 1 :]]
    if isinstance(good, list) and good and random.random() < 0.3:
        return good * random.choice((2, 40))
    return value(random, known)


def _changed_member(random, good, known):
    name = random.choice(list(good))
    kind = random.random()
    if kind < 0.15:
        return {key: member for key, member in good.items() if key != name}
    if kind < 0.3:
        return {**good, text(random): value(random, known)}
    return {**good, name: mutated(random, good[name], known)}


def as_json(told):
    """Bytes; lone surrogates are escaped, and numbers written that no program would write."""
    written = json.dumps(told, ensure_ascii=True, allow_nan=True)
    for place, raw in enumerate(odd.RAW):
        written = written.replace(json.dumps(f"{MARK}{place}"), raw)
    return written.encode()
