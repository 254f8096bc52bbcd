import Glibc

exit(ImportProgram.run(Array(CommandLine.arguments.dropFirst())))
