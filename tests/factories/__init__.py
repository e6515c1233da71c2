"""What tests share: an application with rows in it, whole programs, servers, clients, and checks of stored state."""
