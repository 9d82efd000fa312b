"""The language of an answer: chosen, else the browser's; REST stays English."""

import re

import pytest
from django.conf import settings
from django.utils import translation

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/login/"


@pytest.fixture(autouse=True)
def _english_again():
    yield
    translation.activate(settings.LANGUAGE_CODE)


def language_of(response):
    return re.search(r'<html lang="([\w-]+)">', response.content.decode())[1]


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("", "en"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr-CA", "fr"),
        ("es-419,es;q=0.9", "es"),
        ("ja", "ja"),
        ("zh-CN,zh;q=0.9", "zh-hans"),
        ("ko-KR", "ko"),
        ("nl,pt;q=0.5", "en"),
    ],
)
def test_a_page_is_in_the_language_of_the_browser(client, asked, language):
    response = client.get(LOGIN, headers={"accept-language": asked})
    assert language_of(response) == response["Content-Language"] == language
    assert {"Accept-Language", "Cookie"} <= set(response["Vary"].split(", "))


def test_what_was_chosen_holds_against_the_browser(client):
    chosen = client.post("/language/", {"language": "ko", "next": "/rules/?a=1"})
    assert (chosen.status_code, chosen["Location"]) == (302, "/rules/?a=1")
    kept = chosen.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (kept.value, kept["httponly"], kept["samesite"]) == ("ko", True, "Lax")
    assert language_of(client.get(LOGIN, headers={"accept-language": "de"})) == "ko"
    client.post("/language/", {"language": "de"})
    assert language_of(client.get(LOGIN)) == "de"


@pytest.mark.parametrize("language", ["xx", "", "../de", "de" * 400])
def test_a_language_that_is_none_of_ours_is_not_kept(client, language):
    response = client.post("/language/", {"language": language})
    assert settings.LANGUAGE_COOKIE_NAME not in response.cookies


def test_choosing_leads_to_no_other_site(client):
    response = client.post("/language/", {"language": "de", "next": "https://elsewhere.example/"})
    assert response["Location"] == "/"


def test_the_foot_of_a_page_offers_each_language_in_its_own_name(client):
    page = client.get(f"{LOGIN}?next=/my/", headers={"accept-language": "ja"}).content.decode()
    buttons = re.findall(
        r'<button class="plain" name="language" value="([\w-]+)" lang="\1" (aria-current="true")?>([^<]+)<',
        " ".join(page.split()),
    )
    assert [(code, bool(current), name) for code, current, name in buttons] == [
        ("en", False, "English"),
        ("de", False, "Deutsch"),
        ("fr", False, "Français"),
        ("es", False, "Español"),
        ("ja", True, "日本語"),
        ("zh-hans", False, "简体中文"),
        ("ko", False, "한국어"),
    ]
    assert f'name="next" value="{LOGIN}?next=/my/"' in page


def test_what_is_not_there_is_said_in_the_language_too(client):
    response = client.get("/nothing/", headers={"accept-language": "fr"})
    assert (response.status_code, language_of(response)) == (404, "fr")


def test_rest_is_english(client):
    response = client.get("/api/v1/rulesets/", headers={"accept-language": "de"})
    assert response["Content-Language"] == "en"
