"""The laboratory: exact laws, a simulator, and fairness tests of wheels. It reads results and never makes one."""
