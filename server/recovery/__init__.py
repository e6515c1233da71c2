"""When the class's database is damaged: what the class computer shows and does until there is another one."""
