"""`pinocle lsp`: what pinocle knows of a record, for editors, over the Language Server Protocol."""
