"""Thin layer over DynamoDB tables: transactions, conditions, retries. Knows no call centre."""
