"""The class store: items, and what students buy."""
