// Two peers for trying Varlink implementations against each other:
//
//     varlink-peer server unix:PATH    serves org.varlink.certification and io.placed.Peer until SIGTERM or SIGINT
//     varlink-peer client unix:PATH    runs the certification against a server; exit status 0 if it passed
import Glibc

exit(run(CommandLine.arguments))
