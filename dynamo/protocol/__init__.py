"""DynamoDB requests and replies: items as JSON, conditions as text, sending."""
