"""Marked sentences are found wherever they stand, and nothing else."""

from deploy.languages.sources import sentences_in_python, sentences_in_template


def said(found):
    return [(one.context, one.one, one.many) for one in found]


def test_python_is_read_as_a_tree():
    text = """
from django.utils.translation import gettext as _, ngettext, pgettext_lazy
A = _("One sentence.")
B = f"{a} {_('Inside an f-string, on any Python.')} {b}"
C = ngettext("%(n)d stone", "%(n)d stones", n)
D = pgettext_lazy("a colour", "White")
E = _("Two parts "
      "are one.")
F = _(variable), _(f"no {constant}"), other("not marked"), _()
"""
    assert sorted(said(sentences_in_python(text, "a.py"))) == [
        ("", "%(n)d stone", "%(n)d stones"),
        ("", "Inside an f-string, on any Python.", ""),
        ("", "One sentence.", ""),
        ("", "Two parts are one.", ""),
        ("a colour", "White", ""),
    ]


def test_templates_are_read_as_django_reads_them():
    text = """{% load i18n %}<p title="{% translate "A title" %}">not marked {{ value }}</p>
{# Translators: on the wall #}
{% translate "Round" context "of a tournament" %}
    {% blocktranslate trimmed count n=rows|length %}
  {{ n }} row
{% plural %}
  {{ n }} rows of {{ name }}
{% endblocktranslate %}{% include "a.html" with label=_("In a tag") %}"""
    found = list(sentences_in_template(text, "a.html"))
    assert [one.comments for one in found] == [(), ("Translators: on the wall",), (), ()]
    assert said(found) == [
        ("", "A title", ""),
        ("of a tournament", "Round", ""),
        ("", "%(n)s row", "%(n)s rows of %(name)s"),
        ("", "In a tag", ""),
    ]
