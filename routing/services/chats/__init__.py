"""Services of chats alone: slots of an agent, first response, rating, closing when idle."""
