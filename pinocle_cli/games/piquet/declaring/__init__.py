"""The declarations: what each call comes to, how it was answered, and for whom each kind is good."""
