"""Cards: kinds with schemas, offered in conversations, acted on, carried out by services, expired."""
