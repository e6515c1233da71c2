"""What every request passes: guard, limits, gate, forms, idempotency, and what its route is given."""
