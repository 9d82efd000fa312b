"""The catalogues say what the sources say, whole, and with the same facts."""

import re
from functools import cache

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


@cache
def messages(tongue):
    return list(messages_of(read_catalogue(tongue)))


@pytest.fixture(scope="module")
def sentences():
    return source_sentences().keys()


def facts(sentence):
    return sorted(FACT.findall(sentence.replace("%%", "")))


@pytest.mark.parametrize("tongue", TONGUES)
def test_a_translation_has_the_facts_of_its_sentence(tongue):
    """Of several forms, one for a single number may leave the number out."""
    wrong = []
    for message in messages(tongue):
        ids = message.id if message.pluralizable else (message.id,)
        allowed = [facts(one) for one in ids]
        wrong += [said for said in translations_of(message) if said and facts(said) not in allowed]
    assert wrong == []


@pytest.mark.parametrize("tongue", TONGUES)
def test_every_sentence_of_the_sources_is_there_and_no_other(tongue, sentences):
    """`python -m deploy.languages.catalogues update` brings the files to it."""
    assert {key_of(message) for message in messages(tongue)} == sentences


@pytest.mark.parametrize("tongue", TONGUES)
def test_every_sentence_is_translated_and_none_is_guessed(tongue):
    """`python -m deploy.languages.catalogues missing LANGUAGE` lists them."""
    assert [message.id for message in missing_messages(tongue)] == []
