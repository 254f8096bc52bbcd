// GeoJSONImport
