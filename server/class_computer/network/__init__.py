"""How devices reach the class computer: its address, host name and label, and other servers nearby."""
