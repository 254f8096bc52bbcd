import Glibc
import PlacesCore
import StateStore

/// `state-writer DIRECTORY`: selects one place after the other until it is killed, and writes the number of each
/// to standard output once it is saved.
@main enum StateWriter {
  static func main() {
    do {
      let store = try StateStore(directory: CommandLine.arguments.last ?? "")
      for number in 1...Int64.max {
        guard let id = PlaceID("t:\(number)"), let coordinate = Coordinate(latitude: 52.1, longitude: 10.2)
        else {
          return
        }
        var place = Place(id: id, name: "Place \(number)", coordinate: coordinate, types: [.establishment])
        // Now and then a long one, so that saving it takes several pages.
        place.openingHours = String(repeating: "Mo-Fr 08:00-18:00; ", count: Int(number % 1500))
        try store.saveSelection(
          Selection(place: place, source: .likely, since: Timestamp(microseconds: number)))
        let line = Array("\(number)\n".utf8)
        guard write(STDOUT_FILENO, line, line.count) == line.count else { return }
      }
    } catch {
      let line = Array("state-writer: \(error)\n".utf8)
      _ = write(STDERR_FILENO, line, line.count)
      exit(1)
    }
  }
}
