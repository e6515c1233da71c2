"""What a school's administrator does from the command line; nobody on the network can."""
