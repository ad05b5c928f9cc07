"""Rows of agents on the overview and the page of agents."""

from playwright.sync_api import Locator, Page

from routing.model.agents import Agent


def row_of(page: Page, agent: Agent) -> Locator:
    """Row of one agent."""
    return page.locator(f"tr[data-agent='{agent.agent_id}']")


def names(page: Page) -> Locator:
    """Names of all agents, from top to bottom."""
    return page.locator("tr[data-agent] th")
