"""Development tools that the package itself does not need."""
