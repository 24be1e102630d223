"""pinocle: scorer and adjudicator for pinochle and piquet."""

__version__ = "0.1.0"
