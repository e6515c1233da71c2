"""Address, host name and label of the class computer, and other servers nearby."""
