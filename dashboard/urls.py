"""Addresses of pages and commands.

Ids come from other programs and may contain a slash, so they are paths; addresses that continue after an id
come first.
"""

from django.urls import path

from dashboard.accounts import demo_view as demo
from dashboard.accounts import zone_view as zone
from dashboard.accounts.views import SignIn, SignOut
from dashboard.agents import agent_view as agent
from dashboard.agents import views as agents
from dashboard.calls import intake_views as intake
from dashboard.calls import list_views as call_list
from dashboard.calls import views as calls
from dashboard.dead_letters import views as dead_letters
from dashboard.desk import urls as desk_urls
from dashboard.history import urls as history_urls
from dashboard.operations import urls as operation_urls
from dashboard.overview import load_views as load
from dashboard.overview import views as board
from dashboard.queues import views as queues
from dashboard.reporting import urls as reporting_urls
from dashboard.simulations import urls as simulation_urls
from dashboard.staffing import urls as staffing_urls
from dashboard.trail import views as trail

urlpatterns = [
    *operation_urls.urlpatterns,
    path("", board.board, name="board"),
    path("build/", board.build, name="build"),
    path("agents/", agents.agents, name="agents"),
    path("agents/<path:agent_id>/state.json", agent.agent_state, name="agent-state"),
    path("agents/<path:agent_id>/", agent.agent, name="agent"),
    path("queues/", queues.queues, name="queues"),
    path("queues/state.json", queues.queues_state, name="queues-state"),
    path("queues/<path:key>/state.json", queues.queue_state, name="queue-state"),
    path("queues/<path:key>/", queues.queue, name="queue"),
    path("calls/", call_list.calls, name="calls"),
    path("calls/state.json", call_list.calls_state, name="calls-state"),
    path("calls/new/", intake.new_call, name="call-new"),
    path("calls/<path:call_id>/state.json", calls.call_state, name="call-state"),
    path("calls/<path:call_id>/", calls.call, name="call"),
    path("dead-letters/", dead_letters.dead_letters, name="dead-letters"),
    path("trail/", trail.trail, name="trail"),
    path("zone/", zone.zone, name="zone"),
    *desk_urls.urlpatterns,
    *history_urls.urlpatterns,
    *reporting_urls.urlpatterns,
    *staffing_urls.urlpatterns,
    *simulation_urls.urlpatterns,
    path("load/", load.state, name="load"),
    path("load/start/", load.start, name="load-start"),
    path("load/stop/", load.stop, name="load-stop"),
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-out/", SignOut.as_view(), name="sign-out"),
    path("demo/sign-in/", demo.demo_sign_in, name="demo-sign-in"),
]
