"""Who may do what at the service: people, sessions, terminals, and what is worth an alarm."""
