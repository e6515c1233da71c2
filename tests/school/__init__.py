"""A school's server: several processes on one PostgreSQL."""
