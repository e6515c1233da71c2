"""The application that handles requests while the class computer's database is damaged or missing."""
