"""Services of chats alone: slots of an agent, transfer, first response, rating, closing when idle."""
