/// How `placectl` ends; scripts depend on these numbers.
enum ExitCode: Int32 {
  case success = 0
  case failed = 1
  case usage = 2
  case noDaemon = 3
  case noAccess = 4
  case noFix = 5
  case interrupted = 130
}
