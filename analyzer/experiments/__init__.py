"""One file for each experiment: plan, run, result."""
