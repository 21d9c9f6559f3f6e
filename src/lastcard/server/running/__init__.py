"""Tables that run: who has them in memory, lets things happen to them, and tells those who look on."""
