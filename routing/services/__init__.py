"""Services of the core: `<entity>_<verb>`, each one guarded transaction, told once committed."""

from routing.services.agent_services import (
    agent_choose,
    agent_create,
    agent_end_wrap_up,
    agent_enqueue,
    agent_extend_wrap_up,
)
from routing.services.call_changes import call_check_reach
from routing.services.call_services import call_abandon, call_accept, call_complete, call_hand_back
from routing.services.chats.response import call_rate, call_respond
from routing.services.chats.slots import agent_slots, agent_slots_choose
from routing.services.dead_letters import call_dead_letter, call_restore, dead_letters_restore
from routing.services.directing.assign import call_assign
from routing.services.directing.to_robot import call_to_robot
from routing.services.directing.transfer import call_transfer
from routing.services.erasing.call_erasing import calls_erase, calls_over, replies_erase
from routing.services.erasing.expiry import calls_expire, failed_calls_expire, trail_expire
from routing.services.erasing.requests import erasure_begin, erasure_end, erasures_pending
from routing.services.intake import call_create, call_enqueue
from routing.services.keyed.commands import (
    command_check,
    command_claim,
    command_is_done,
    commands_forget,
)
from routing.services.keyed.replies import Run, Running, reply_claim, reply_keep
from routing.services.matching_rounds import match_once, queue_assign
from routing.services.minutes import agent_minute_keep
from routing.services.offers import call_decline, call_offer, call_peek
from routing.services.outcome_saving import call_outcome
from routing.services.release import agent_release
from routing.services.setup.agent_sheet import HEADINGS, sheet_lines
from routing.services.setup.hours_exceptions import Excepted, hours_except, queue_hours_except
from routing.services.setup.reset import agents_reset
from routing.services.setup.seeding import agents_seed
from routing.services.setup.settings_reading import (
    SchedulesKept,
    schedules_kept,
    setting_version,
    setting_versions,
    settings_in_force,
    settings_kept,
    settings_number,
)
from routing.services.setup.settings_saving import CHANGED, settings_check, settings_save
from routing.services.setup.shift_start import agents_add, agents_enqueue
from routing.services.setup.skill_changes import LeftBehind, StrandedError, skills_left_behind
from routing.services.setup.skill_moves import agents_move_on, contacts_move_on, skills_move_on
from routing.services.setup.staff import (
    Facts,
    agent_compare,
    agent_edit,
    agent_remove,
    agent_set_up,
    facts_faults,
    former_agents,
    former_names,
)
from routing.services.setup.staff_import import Plan, staff_import, staff_plan
from routing.services.setup.tables import queues_ensure, table_create, table_delete
from routing.services.sweeping import agent_when_due, call_when_due, sweep
from routing.services.trail_entries import trail_put, trail_write
from routing.services.waiting import call_change_priority, call_dequeue, call_remove, call_touch
