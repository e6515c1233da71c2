"""The GoalBucks server: one FastAPI application on one SQL database."""
