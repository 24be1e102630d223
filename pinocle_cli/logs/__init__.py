"""Files, folders, streams and addresses to records, and many of them judged at once."""
