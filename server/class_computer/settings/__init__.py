"""The switches of the Settings page that belong to the computer rather than to a class."""
