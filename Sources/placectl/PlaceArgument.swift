import Arguments

/// A place named on the command line: by its id, or by its number in the list that was last shown.
enum PlaceArgument {
  static let operand = Operand(
    "ID|NUMBER", .one, "A place's id, or its number in the list that was last shown to you.")

  /// The id that is meant. A number never means a row of a list that the user has not seen.
  static func id(_ context: Context, socket: String) throws(Failure) -> String {
    let text = context.arguments.operands.first ?? ""
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return text
    }
    guard let list = context.shownLists.last(socket: socket) else {
      throw Failure(
        .failed, "number \(text) means nothing yet: no list of this daemon has been shown to you",
        remedy: "placectl list")
    }
    guard let number = Int(text), number >= 1, number <= list.ids.count else {
      let size = list.ids.count == 1 ? "1 place" : "\(list.ids.count) places"
      throw Failure(
        .failed, "there is no number \(text): the list last shown to you has \(size)", remedy: "placectl list"
      )
    }
    return list.ids[number - 1]
  }
}
