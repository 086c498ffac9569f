"""HTTP endpoints, one module per subject."""
