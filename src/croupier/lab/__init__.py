"""The laboratory: exact laws, a simulator, and what a record of spins says about a wheel."""
