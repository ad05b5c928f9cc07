"""WebSockets: what the board and messages share; sessions, origins, bounded subscriptions, consumers."""
