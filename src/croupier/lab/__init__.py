"""The laboratory: exact laws, a simulator, and the fairness of wheels. It reads results and never makes one."""
