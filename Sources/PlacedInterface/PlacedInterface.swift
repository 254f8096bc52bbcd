// PlacedInterface
