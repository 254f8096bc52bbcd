import Glibc

exit(PlacedProgram.run(Array(CommandLine.arguments.dropFirst())))
