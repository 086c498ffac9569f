"""A whole floor in one thread: fake clock, fake disk, fake network, real desk, writer, table and wire."""
