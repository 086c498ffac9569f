"""The laboratory: exact laws, simulation and the fairness of wheels. It reads results and never makes one."""
