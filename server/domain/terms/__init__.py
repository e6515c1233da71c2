"""Terms: the whole weeks that a class has finished, and what ends with them."""
