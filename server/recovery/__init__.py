"""The application that answers while the class computer's database is damaged or missing."""
