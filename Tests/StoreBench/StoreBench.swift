import Glibc
import PlaceStore
import PlacesCore

/// `store-bench FILE.places [QUESTIONS]`: times questions to a region file at positions near places of its own, and
/// prints CPU milliseconds.
@main enum StoreBench {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { return print("store-bench FILE.places [QUESTIONS]") }
    let count = arguments.count > 2 ? Int(arguments[2]) ?? 2000 : 2000
    let set = RegionSet(directories: [], files: [arguments[1]])
    let opening = time { set.reload() }
    guard let info = set.regions.first?.info, let box = info.box else { return print("no region") }
    print("\(info.places) places, opened in \(round(opening)) ms")

    // Positions: walk from somewhere in the box to the nearest place, then aside: dense areas come as often as they
    // hold people.
    var random = SystemRandomNumberGenerator()
    var spots: [Coordinate] = []
    while spots.count < count {
      guard
        let start = Coordinate(
          latitude: Double.random(in: box.south...box.north, using: &random),
          longitude: Double.random(in: min(box.west, box.east)...max(box.west, box.east), using: &random)),
        let nearest = set.places(around: start, radius: Metres(3_000_000), limit: 300).randomElement(
          using: &random),
        let spot = nearest.place.coordinate.moved(
          by: PlanePoint(
            east: Double.random(in: -60...60, using: &random),
            north: Double.random(in: -60...60, using: &random)))
      else { continue }
      spots.append(spot)
    }
    for radius in [140.0, 500, 2000] {
      var found: [Int] = []
      var times: [Double] = []
      var ids: [PlaceID] = []
      for spot in spots {
        times.append(
          time {
            let places = set.places(around: spot, radius: Metres(radius), limit: 300)
            found.append(places.count)
            if let first = places.first { ids.append(first.place.id) }
          })
      }
      report(
        "places within \(Int(radius)) m, \(found.sorted()[found.count / 2]) (most \(found.max() ?? 0))", times
      )
      if radius == 140 { report("place by id", ids.map { id in time { _ = set.place(id) } }) }
    }
  }

  private static func report(_ what: String, _ times: [Double]) {
    let sorted = times.sorted()
    guard let most = sorted.last else { return }
    let (half, rim) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    print("\(what): p50 \(round(half)), p99 \(round(rim)), max \(round(most)) ms")
  }

  private static func round(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  /// CPU milliseconds that some work takes.
  private static func time(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
    }
    let start = now()
    work()
    return now() - start
  }
}
