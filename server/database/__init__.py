"""SQL database: engines, transactions, base types, locks, migrations and hooks."""
