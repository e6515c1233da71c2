"""The class store: items that teachers offer, and purchases of students."""
