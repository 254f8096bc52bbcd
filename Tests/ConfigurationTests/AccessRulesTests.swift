import PlacesCore
import Testing

@testable import Configuration

@Suite struct AccessRulesTests {
  private func rules(_ text: String) throws -> AccessRules {
    try AccessRules(parsing: Array(text.utf8), file: "/etc/placed/access.conf")
  }

  @Test func `the first rule that fits holds`() throws {
    let rules = try rules(
      """
      # comment
      user 1000 denied
      group 27   reduced

      unit weather.service full
      user 1001 restricted
      active-session full
      """)
    func access(_ uid: UInt32, _ groups: Set<UInt32> = [], _ unit: String? = nil, active: Bool = false)
      -> Access?
    {
      rules.access(of: AccessRules.Caller(uid: uid, groups: groups, unit: unit) { active })
    }
    #expect(access(1000, [27], "weather.service", active: true) == Access(.denied))
    #expect(access(1001, [27]) == Access(.authorizedAlways, .reduced))
    #expect(access(1001, [5], "weather.service") == Access(.authorizedAlways, .full))
    #expect(access(1001, active: true) == Access(.restricted))
    #expect(access(1002, active: true) == Access(.authorizedWhenInUse, .full))
    #expect(access(1002) == nil)
    #expect(rules.text.contains("group 27 reduced           /etc/placed/access.conf:3\n"))
  }

  @Test func `names are those of the system, and unknown ones are told`() throws {
    let rules = try rules("user root denied\ngroup root reduced\nuser no-such-user-here full\n")
    #expect(rules.access(of: .init(uid: 0)) == Access(.denied))
    #expect(rules.access(of: .init(uid: 5, groups: [0])) == Access(.authorizedAlways, .reduced))
    #expect(rules.warnings.map(\.line) == [3])
  }

  @Test(arguments: [
    "user 1000", "user full", "group a b full", "unit full", "active-session", "active-session x full",
    "everybody full", "user 1000 maybe", "full", "user \u{0} full",
  ])
  func `a line that is no rule is an error with its number`(line: String) {
    #expect(throws: ConfigurationError.self) { try rules("user 1 full\n" + line) }
  }

  @Test func `no file is no rule, an unreadable one an error`() throws {
    #expect(try AccessRules(file: "/nowhere/access.conf").access(of: .init(uid: 5)) == nil)
    #expect(throws: ConfigurationError.self) { try AccessRules(file: "/tmp") }
  }

  @Test func `the shipped rules are those that are documented`() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let rules = try AccessRules(file: "/\(root)/etc/placed/access.conf")
    #expect(rules.rules.map(\.text) == ["group placed full", "active-session full"])
  }
}
