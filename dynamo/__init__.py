"""A thin layer over one DynamoDB table: transactions, conditions and retries. It knows no call centre."""
