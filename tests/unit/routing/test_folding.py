"""Folding: a name is found when typed without its special letters."""

from unicodedata import normalize

import pytest

from routing.folding import folded, search_text, search_words


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("María José", "maria jose"),
        ("Groß", "gross"),
        ("Łukasz Ørsted", "lukasz orsted"),
        ("İstanbul", "istanbul"),
        ("Œuvre Þór", "oeuvre thor"),
        ("Đặng", "dang"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER F}\N{LATIN SMALL LIGATURE FI}", "ffi"),
        ("a\x00b \n\t c", "a b c"),
    ],
)
def test_case_accents_and_special_letters_go(text: str, plain: str) -> None:
    assert folded(text) == plain


def test_a_syllable_of_several_letters_is_found_by_the_same_syllable() -> None:
    assert folded("한국") == folded(normalize("NFD", "한국"))


def test_each_word_of_a_question_is_in_the_text_it_finds() -> None:
    said = search_text("Zoë  Blanc-Müller", "call/7", "Ana Ruiz")

    assert all(word in said for word in search_words("ZOE muller ruiz CALL/7"))
    assert not all(word in said for word in search_words("zoe meyer"))
