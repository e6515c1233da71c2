"""Login cards: a printed code with which a student signs in by scanning or typing it (docs/decisions/0063)."""
