"""What continuous integration runs, played outside of any host: the same commands, files and refs."""
