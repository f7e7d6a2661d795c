"""Where chunks, vectors and accepted clusters are kept."""
