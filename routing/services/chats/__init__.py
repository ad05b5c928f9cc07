"""Services of chats alone: slots of an agent, transfer, closing when idle."""
