"""Names of made-up people: one Faker for each language."""

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from faker import Faker

LOCALES = {
    "Dutch": "nl_NL",
    "English": "en_GB",
    "French": "fr_FR",
    "German": "de_DE",
    "Italian": "it_IT",
    "Polish": "pl_PL",
    "Portuguese": "pt_PT",
    "Spanish": "es_ES",
    "Swedish": "sv_SE",
}


def name_of(language: str, drawn_from: str) -> str:
    """The name of a speaker of a language; the same text always gives the same name."""
    faker = faker_for(language)
    faker.seed_instance(drawn_from)
    return f"{faker.first_name()} {faker.last_name()}"


@lru_cache
def faker_for(language: str) -> "Faker":
    """The Faker of a language; English for unknown ones."""
    return _faker(LOCALES.get(language, LOCALES["English"]))


def faker_seeded_with(seed: int) -> "Faker":
    """A separate Faker; the same seed gives the same people in the same order."""
    faker = _faker(LOCALES["English"])
    faker.seed_instance(seed)
    return faker


def _faker(locale: str) -> "Faker":
    from faker import Faker  # noqa: PLC0415 - loading it takes longer than most commands do

    return Faker(locale)
