"""The catalogues say what the sources say, whole, and with the same facts."""

import re

import pytest

from deploy.languages.catalogues import (
    TONGUES,
    key_of,
    messages_of,
    missing_messages,
    read_catalogue,
    source_sentences,
    translations_of,
)

FACT = re.compile(r"%(?:\(\w+\))?[#0\- +]*(?:\d+)?(?:\.\d+)?[sdrfgi]|\{\w*\}")
BEGUN = {
    tongue: any(any(translations_of(one)) for one in messages_of(read_catalogue(tongue)))
    for tongue in TONGUES
}
each_begun = pytest.mark.parametrize(
    "tongue",
    [
        pytest.param(tongue, marks=pytest.mark.skipif(not begun, reason="nothing is translated yet"))
        for tongue, begun in BEGUN.items()
    ],
)


def facts(sentence):
    return sorted(FACT.findall(sentence.replace("%%", "")))


@pytest.mark.parametrize("tongue", TONGUES)
def test_a_translation_has_the_facts_of_its_sentence(tongue):
    """Of several forms, one for a single number may leave the number out."""
    wrong = []
    for message in messages_of(read_catalogue(tongue)):
        ids = message.id if message.pluralizable else (message.id,)
        allowed = [facts(one) for one in ids]
        wrong += [said for said in translations_of(message) if said and facts(said) not in allowed]
    assert wrong == []


@each_begun
def test_every_sentence_of_the_sources_is_there_and_no_other(tongue):
    """`python -m deploy.languages.catalogues update` brings the files to it."""
    assert {key_of(message) for message in messages_of(read_catalogue(tongue))} == source_sentences().keys()


@each_begun
def test_every_sentence_is_translated_and_none_is_guessed(tongue):
    """`python -m deploy.languages.catalogues missing LANGUAGE` lists them."""
    assert [message.id for message in missing_messages(tongue)] == []
