"""What the service answers over HTTP, a module per subject."""
