"""The games to which the laws are applied."""

from auction_field import FIELD as AUCTION
from partnership_field import FIELD as PARTNERSHIP
from piquet_field import FIELD as PIQUET
from two_handed_field import FIELD as TWO_HANDED

FIELDS = {field.game.name: field for field in (TWO_HANDED, PARTNERSHIP, AUCTION, PIQUET)}
