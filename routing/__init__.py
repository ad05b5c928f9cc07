"""The core: agents, calls, the queues they wait in, and the matching of one to the other."""
