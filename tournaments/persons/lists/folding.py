# ruff: noqa: RUF001 - letters that look alike are what this is about
"""Fold names to the letters a to z, so that a search finds all spellings.

| spelled                              | folds to       | because                                            |
|--------------------------------------|----------------|-----------------------------------------------------|
| Müller, Mueller, Muller              | muler          | no accents, ue is u (ae a, oe o), no doubles       |
| Vos 11                               | vos 11         | but not doubled digits: numbers count              |
| Søren, Soeren, Soren; Łukasz, Lukasz | soren; lukasz  | letters without an accent: a table                 |
| Дмитрий, Dmitrij, Dmitriy, Dmitry    | dmitri         | Cyrillic and Greek by their sounds; j and y are i  |
| Юлия, Julia, Yulia; Хохлов, Khokhlov | iulia; hohlov  | kh is h, sch and shch sh, tz and ts c, x ks        |
| Евгений, Evgenij, Yevgeny            | evgeni         | ie is e at the start of a word                     |
| 李                                   | 李             | unknown scripts are unchanged                      |

Different people may have the same folded name; a person decides.
"""

import re
import unicodedata
from functools import lru_cache

LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "a", "œ": "o", "ı": "i", "ħ": "h"}
    | {"ŋ": "n", "ə": "e", "ŧ": "t", "ĸ": "k", "’": "", "'": "", "ʼ": "", "`": "", "´": ""}
    | dict(zip("абвгдезийклмнопрстуфыэ", "abvgdezijklmnoprstufie", strict=True))
    | {"ё": "e", "ж": "zh", "х": "h", "ц": "c", "ч": "ch", "ш": "sh", "щ": "sh", "ъ": "", "ь": ""}
    | {"ю": "iu", "я": "ia", "є": "ie", "і": "i", "ї": "i", "ґ": "g", "ў": "u", "ј": "j", "љ": "li"}
    | {"њ": "ni", "ћ": "c", "ђ": "d", "џ": "dj", "ѓ": "g", "ќ": "k", "ѕ": "dz"}
    | dict(zip("αβγδεζηικλμνοπρσςτυφω", "avgdeziiklmnoprsstifo", strict=True))
    | {"θ": "th", "ξ": "ks", "χ": "h", "ψ": "ps"}
)
GREEK_OU = re.compile("ο[υύ]")
SPELLINGS = (
    (re.compile("shch|sch"), "sh"),
    (re.compile("kh"), "h"),
    (re.compile("t[sz]"), "c"),
    (re.compile("x"), "ks"),
    (re.compile("[jy]"), "i"),
    (re.compile("^ie"), "e"),
    (re.compile("ae"), "a"),
    (re.compile("oe"), "o"),
    (re.compile("ue"), "u"),
    (re.compile(r"(\D)\1+"), r"\1"),  # 11 is not 1
)
NO_LETTER = re.compile(r"[\W_]+")


def transliterate(name: str) -> str:
    """Return the name in lower case with Cyrillic and Greek transliterated for addresses."""
    return unicodedata.normalize("NFC", name.casefold()).replace("æ", "ae").translate(LETTERS)


def fold_name(name: str) -> str:
    """Return the folded words of a name, separated by single blanks; other scripts are kept."""
    words = (unify_spelling(word) for word in NO_LETTER.split(_remove_accents(name)))
    return " ".join(word for word in words if word)


OWN_LETTERS = {"es": "ñ"}
CHARACTER_SETS = {"ja": "cp932", "zh-hans": "gb18030"}
"""By language: letters after the one that they resemble; a set that has common characters by their sound."""
AFTER = "\N{HANGUL SYLLABLE HIH}"


def sort_key(name: str, language: str = "") -> tuple[bytes, str]:
    """Return the key for sorting names: letters without accents, in the order of the language."""
    own = OWN_LETTERS.get(language, "")
    letters = (f"{_remove_accents(each)}{AFTER * (each in own)}" for each in _letters(name))
    words = " ".join(NO_LETTER.sub(" ", "".join(letters) if own else _remove_accents(name)).split())
    characters = CHARACTER_SETS.get(language, "")
    return b"".join(_place(each, characters) for each in words), name


def _letters(name: str) -> str:
    return unicodedata.normalize("NFC", name.casefold())


def _place(character: str, characters: str) -> bytes:
    """Return the bytes that sort a character; one that the set lacks comes after the others."""
    if characters and not character.isascii():
        try:
            return character.encode(characters)
        except UnicodeEncodeError:
            pass
    return character.encode() if character.isascii() or not characters else b"\xff" + character.encode()


def _remove_accents(name: str) -> str:
    small = GREEK_OU.sub("ou", unicodedata.normalize("NFC", name.casefold())).translate(LETTERS)
    plain = "".join(each for each in unicodedata.normalize("NFKD", small) if not unicodedata.combining(each))
    return plain.translate(LETTERS)


@lru_cache(maxsize=50_000)  # given names are frequent
def unify_spelling(word: str) -> str:
    for pattern, to in SPELLINGS:
        word = pattern.sub(to, word)
    return word


def is_called(name: str, text: str) -> bool:
    """Return whether each word of the text begins a word of the name."""
    folded = f" {fold_name(name)}"
    return all(f" {word}" in folded for word in fold_name(text).split())
