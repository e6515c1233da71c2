"""The one SQL database: engine, transactions, base types, migrations, hooks."""
