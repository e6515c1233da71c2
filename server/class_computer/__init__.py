"""A computer in the classroom: its address and name, preferences, sign-in through the browser, warnings."""
