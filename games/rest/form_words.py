"""What a form says of a field, where a serializer has a sentence that does not name it."""

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
    """The fault as a fragment that stands behind the name of the field; other sentences as they are."""
    for sentence, words in PLAIN:
        if found := sentence.fullmatch(fault):
            return words.format(**found.groupdict())
    return fault
