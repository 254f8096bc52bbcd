import Arguments
import Foundation
import Testing

@testable import placectl

/// The stored help texts. After an intended change: `PLACED_STORE_HELP=1 swift test --filter PlacectlTests`.
private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
  "Help")

@Test("help is what is stored", arguments: [nil] + Placectl.commands.map { $0.declaration.name })
func help(command: String?) throws {
  guard case .show(let text) = try Placectl.program.parse([command, "--help"].compactMap(\.self)) else {
    Issue.record("no help")
    return
  }
  let file = folder.appendingPathComponent("\(command ?? "placectl").txt")
  if ProcessInfo.processInfo.environment["PLACED_STORE_HELP"] != nil {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try (text + "\n").write(to: file, atomically: true, encoding: .utf8)
  }
  #expect(try String(contentsOf: file, encoding: .utf8) == text + "\n")
  #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
}

@Test(
  "the manual has every command and option", arguments: [nil] + Placectl.commands.map { $0.declaration.name })
func manual(command: String?) throws {
  guard case .show(let text) = try Placectl.program.parse([command, "--help"].compactMap(\.self)) else {
    return
  }
  let page = folder.appendingPathComponent("../../../docs/man/placectl.1")
  let manual = try String(contentsOf: page, encoding: .utf8).replacing("\\-", with: "-")
  if let command { #expect(manual.contains("\n.BR \(command) ") || manual.contains("\n.B \(command)\n")) }
  for option in text.matches(of: /--[a-z]+/) { #expect(manual.contains(option.output)) }
}
