import Glibc
import PlaceStore
import PlacesCore

/// `store-bench build FILE COUNT`: writes a region of synthetic places, and prints time, memory and size.
/// `store-bench ask FILE QUESTIONS SPOTS`: asks it at positions that are as dense as its places, prints CPU
/// milliseconds, and writes the positions for whoever wants to ask the same.
@main enum StoreBench {
  static func main() {
    let arguments = CommandLine.arguments
    switch (
      arguments.count == 4 || arguments.count == 5 ? arguments[1] : "",
      Int(arguments.count > 3 ? arguments[3] : "")
    ) {
    case ("build", let count?): build(arguments[2], count)
    case ("ask", let count?) where arguments.count == 5: ask(arguments[2], count, spotsTo: arguments[4])
    default: fail("store-bench build FILE COUNT | ask FILE QUESTIONS SPOTS")
    }
  }

  private static func fail(_ message: String) -> Never {
    print(message)
    exit(1)
  }

  private static func build(_ path: String, _ count: Int) {
    unlink(path)
    var places = SyntheticPlaces(seed: 2)
    let start = seconds(CLOCK_MONOTONIC)
    do {
      let writer = try RegionWriter(path: path)
      for number in 0..<count {
        if let place = places.place(number) { try writer.add(place) }
      }
      let summary = try writer.finish(RegionInfo(name: "synthetic")) { phase in
        print("  \(phase) after \(Int(seconds(CLOCK_MONOTONIC) - start)) s")
      }
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      print(
        "\(summary.places) places in \(Int(seconds(CLOCK_MONOTONIC) - start)) s, peak memory \(usage.ru_maxrss / 1024) MiB, "
          + "\(round(Double(summary.bytes) / Double(max(summary.places, 1)))) bytes a place")
    } catch {
      fail("\(error)")
    }
  }

  private static func ask(_ path: String, _ count: Int, spotsTo file: String) {
    let set = RegionSet(directories: [], files: [path])
    let opening = time { set.reload() }
    guard let info = set.regions.first?.info, info.places > 0 else { fail("no region") }
    print("\(info.places) places, opened in \(round(opening)) ms")
    var positions = SyntheticPlaces(seed: 3)
    let spots = (0..<count).map { _ in positions.position() }
    guard let output = fopen(file, "w") else { fail("cannot write \(file)") }
    for spot in spots { fputs("\(spot.latitude) \(spot.longitude)\n", output) }
    fclose(output)
    var ids: [PlaceID] = []
    // What the caches then have is what they have in a daemon that runs.
    for spot in spots.prefix(count / 10) { _ = set.places(around: spot, radius: 3000, limit: 20) }
    report(
      "the 20 nearest places",
      spots.map { spot in time { _ = set.places(around: spot, radius: 3000, limit: 20) } })
    report(
      "places within 140 m (at most 300)",
      spots.map { spot in
        time {
          if let first = set.places(around: spot, radius: 140, limit: 300).first {
            ids.append(first.place.id)
          }
        }
      })
    report("place by id", ids.map { id in time { _ = set.place(id) } })
  }

  private static func report(_ what: String, _ times: [Double]) {
    let sorted = times.sorted()
    guard let most = sorted.last else { return }
    let (half, rim) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    print("\(what): p50 \(round(half)), p99 \(round(rim)), max \(round(most)) ms")
  }

  private static func round(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  /// CPU milliseconds of this thread that some work takes.
  private static func time(_ work: () -> Void) -> Double {
    let start = seconds(CLOCK_THREAD_CPUTIME_ID)
    work()
    return (seconds(CLOCK_THREAD_CPUTIME_ID) - start) * 1000
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
