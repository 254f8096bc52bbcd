import Testing

@testable import LinuxIO

@Suite struct ControlGroupTests {
  @Test(
    arguments: [
      ("0::/system.slice/weather.service\n", "weather.service"),
      ("0::/system.slice/system-getty.slice/getty@tty1.service\n", "getty@tty1.service"),
      ("0::/system.slice/weather.service/fake.service\n", "weather.service"),
      // What a user's own manager runs, however it is called, is the user's.
      ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/weather.service\n", "user@1000.service"),
      ("0::/user.slice/user-1000.slice/session-3.scope\n", "session-3.scope"),
      ("12:cpu:/x\n1:name=systemd:/system.slice/weather.service\n0::/\n", "weather.service"),
      ("0::/_cgroup.service\n", "cgroup.service"),
      ("0::/\n", nil), ("0::/docker/weather.service\n", nil), ("", nil), ("x\n::\n", nil),
    ] as [(String, String?)])
  func `the unit is the system's, not what a process calls itself below it`(text: String, unit: String?) {
    #expect(ControlGroup.unit(inFile: text) == unit)
  }
}
