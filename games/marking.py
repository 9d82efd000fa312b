"""Marks for sentences of code that knows no framework: found for the catalogues, and left as they are.

Whoever shows one to people translates it then: ``gettext(refusal.title)``, ``ngettext(*many, n) % facts``.
"""


def marked(sentence: str) -> str:
    return sentence


def marked_many(one: str, many: str) -> tuple[str, str]:
    return one, many
