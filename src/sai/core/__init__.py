"""Pure domain: values in, values out; no file, clock, environment or printing."""
