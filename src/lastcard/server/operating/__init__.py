"""Running a server on a machine: from the command to the listening socket."""
