import PlaceStore

/// `region-reader DIRECTORY`: writes the state and the number of places of each region file to standard output.
@main enum RegionReader {
  static func main() {
    let set = RegionSet(directories: [CommandLine.arguments.last ?? ""])
    set.reload()
    for region in set.regions { print("\(region.state) \(region.info?.places ?? 0)") }
  }
}
