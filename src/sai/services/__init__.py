"""The stories: sync, check, explore, baseline. They join ports and core, nothing else."""
