"""Random documents, each planned by the program and by the oracle, and what the two disagree on."""
