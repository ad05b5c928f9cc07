"""Made-up agents: plausible names, up to three languages each."""

from random import Random
from typing import TYPE_CHECKING

from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent
from routing.router import Router
from routing.services.new_agents import new_agent
from routing.services.setup.shift_start import agents_add
from routing.services.setup.tables import queues_ensure

if TYPE_CHECKING:
    from faker import Faker  # loading it takes longer than most commands do

MAX_SEED = 10_000
MOST_LANGUAGES = 3


def agents_seed(router: Router, *, count: int, faker: "Faker", random: Random) -> list[Agent]:
    """Creates `count` available agents (1 to 10,000) and the queues they can wait in.

    Raises InvalidFieldError.
    """
    if not 1 <= count <= MAX_SEED:
        raise InvalidFieldError("count", count, f"from 1 to {MAX_SEED}")
    queues_ensure(router)
    return agents_add(router, [_made_up(router, faker, random) for _ in range(count)])


def _made_up(router: Router, faker: "Faker", luck: Random) -> Agent:
    skills = router.skills
    gender = luck.choice(skills.genders)
    first_names = {"F": faker.first_name_female, "M": faker.first_name_male}
    spoken = luck.randint(1, min(MOST_LANGUAGES, len(skills.languages)))
    return new_agent(
        router,
        name=f"{first_names.get(gender, faker.first_name_nonbinary)()} {faker.last_name()}",
        gender=gender,
        languages=luck.sample(skills.languages, spoken),
        topics=luck.sample(skills.topics, luck.randint(1, len(skills.topics))) if skills.topics else (),
    )
