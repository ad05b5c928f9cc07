"""Services of messaging: `<entity>_<verb>`; stored first, then announced."""

from messaging.services.attaching import file_claim, file_expect, file_forget, file_look, file_sent, files_due
from messaging.services.contact_merges import contact_family, contact_merge, contact_unmerge
from messaging.services.creation import direct_create, group_create, service_create
from messaging.services.groups import group_join, group_leave, group_role_set
from messaging.services.members import chat_read, members_read
from messaging.services.message_table import message_table_create, message_table_delete
from messaging.services.notes import note_write, notes_read
from messaging.services.noticing import notice_send, notices_acknowledge, notices_read
from messaging.services.profile_keeping import context_read, names_read, profile_keep, profile_read
from messaging.services.purging import purge
from messaging.services.reading import head_read, messages_read, read_mark
from messaging.services.recalling import message_recall
from messaging.services.sending import message_send
