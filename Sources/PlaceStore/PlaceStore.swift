// PlaceStore
