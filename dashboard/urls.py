"""Addresses of pages and commands, feature by feature.

Ids come from other programs and may contain a slash, so they are paths; addresses that continue after an id
come first.
"""

from dashboard.accounts import urls as accounts
from dashboard.agents import urls as agents
from dashboard.calls import urls as calls
from dashboard.dead_letters import urls as dead_letters
from dashboard.desk import urls as desk
from dashboard.history import urls as history
from dashboard.overview import urls as overview
from dashboard.queues import urls as queues
from dashboard.reporting import urls as reporting
from dashboard.simulations import urls as simulations
from dashboard.staffing import urls as staffing
from dashboard.trail import urls as trail

FEATURES = (
    overview,
    agents,
    queues,
    calls,
    dead_letters,
    trail,
    desk,
    history,
    reporting,
    staffing,
    simulations,
    accounts,
)
urlpatterns = [pattern for feature in FEATURES for pattern in feature.urlpatterns]
