// PlaceEngine
