"""Thin layer over one DynamoDB table: transactions, conditions, retries. Knows no call centre."""
