"""Runtime state of the computer that runs the server, a class computer or a school's server.

The launcher sets addresses, names and nearby servers, the application sets the number of connected students; observers
are called after each change. Nothing is persisted here: preferences have a table, port and host name a file of the
launcher's.
"""
