"""Forms: accepted values, and refusals that name field and limit."""

import pytest
from django.forms import Form

from dashboard.forms import LoadForm, first_error
from operations.agents import END_WRAP_UP_REASONS, RELEASE_REASONS
from routing.model.calls import MAX_REASON_LENGTH
from routing.model.settings.pause_reasons import USUAL


def refusal(form: Form) -> str:
    assert not form.is_valid()
    return first_error(form)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"agents": "50"}, "rate: a number from 0.1 to 50 calls per second"),
        ({"rate": "many", "agents": "50"}, "rate: a number from 0.1 to 50 calls per second"),
        ({"rate": "nan", "agents": "50"}, "rate: a number from 0.1 to 50 calls per second"),
        ({"rate": "5", "agents": "4.5"}, "agents: a number from 1 to 500 agents"),
        ({"rate": "5"}, "agents: a number from 1 to 500 agents"),
    ],
)
def test_a_refused_load_names_the_field_and_its_limits(data: dict[str, str], sentence: str) -> None:
    assert refusal(LoadForm(data)) == sentence


def test_it_takes_a_load() -> None:
    form = LoadForm({"rate": "2.5", "agents": "40"})

    assert form.is_valid()
    assert form.cleaned_data == {"rate": 2.5, "agents": 40}


def test_every_offered_reason_fits() -> None:
    assert all(
        0 < len(reason) <= MAX_REASON_LENGTH for reason in (*USUAL, *RELEASE_REASONS, *END_WRAP_UP_REASONS)
    )
