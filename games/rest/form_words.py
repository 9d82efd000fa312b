"""Short messages of a form for faults of a field, in place of REST framework's sentences."""

import re

PLAIN = (
    (re.compile(r"This field (is required|may not be (null|blank))\."), "fill this in"),
    (re.compile(r"Ensure this value is greater than or equal to (?P<bound>.+)\."), "{bound} or more"),
    (re.compile(r"Ensure this value is less than or equal to (?P<bound>.+)\."), "{bound} at most"),
    (re.compile(r"Ensure this field has at least (?P<bound>\d+) elements\."), "choose at least {bound}"),
    (
        re.compile(r"Ensure this field has no more than (?P<bound>\d+) (?P<what>\w+)\."),
        "{bound} {what} at most",
    ),
    (re.compile(r"A valid integer is required\."), "a whole number"),
    (re.compile(r"A valid number is required\."), "a number"),
    (re.compile(r"Must be a valid boolean\."), "yes or no"),
    (re.compile(r"Must be a valid UUID\.|\".*\" is not a valid choice\."), "choose one of the list"),
)


def in_form_words(fault: str) -> str:
    """Return the fault as a fragment to follow the field's name; unknown sentences are unchanged."""
    for sentence, words in PLAIN:
        if found := sentence.fullmatch(fault):
            return words.format(**found.groupdict())
    return fault
