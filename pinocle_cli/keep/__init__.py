"""`pinocle keep`: a record kept at the table, line by line or on a full screen; both over `pinocle_cli.writing`."""
