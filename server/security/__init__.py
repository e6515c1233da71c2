"""Who is asking, what they may reach, and how they prove it."""
