# Completion of placectl for fish.

set -l commands status here list pick select clear reject history watch show doctor reload access simulate
set -l topics authorization receiver location likely_places selection visits activity

complete -c placectl -f
complete -c placectl -l socket -r -F -d 'Talk to the daemon on this socket'
complete -c placectl -s j -l json -d 'Print the reply as JSON'
complete -c placectl -s q -l quiet -d 'Print nothing but errors'
complete -c placectl -s h -l help -d 'Show help'
complete -c placectl -l version -d 'Show the version'

complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a status -d 'Show the state of everything'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a here -d 'Wait for a fix, list, and ask which one it is'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a list -d 'List the likely places'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a pick -d 'Choose among the likely places, or type'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a select -d 'Select a place'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a clear -d 'Take the selection back'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a reject -d 'Say where the device is not'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a history -d 'Show or forget what is remembered of your choices'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a watch -d 'Show what changes, as it happens'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a show -d 'Show what is known of a place'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a doctor -d 'Check everything and say what to do'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a reload -d 'Read configuration and region files again'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a access -d 'Show who may know the location, grant or deny it'

complete -c placectl -n '__fish_seen_subcommand_from list here watch' -s n -l limit -x -d 'List at most so many places'
complete -c placectl -n '__fish_seen_subcommand_from list here' -l types -x -d 'Only places of these types'
complete -c placectl -n '__fish_seen_subcommand_from list here' -l wait -x -d 'Wait so many seconds for a fix'
complete -c placectl -n '__fish_seen_subcommand_from list' -l explain -d 'Show what makes each likelihood'
complete -c placectl -n '__fish_seen_subcommand_from watch' -l topics -x -a "$topics" -d 'Follow only these'
complete -c placectl -n "not __fish_seen_subcommand_from $commands" -a simulate -d 'Put a made-up location into the place of the receiver'
complete -c placectl -n '__fish_seen_subcommand_from simulate' -F -a off
complete -c placectl -n '__fish_seen_subcommand_from history' -a 'list clear off on'
complete -c placectl -n '__fish_seen_subcommand_from access' -a 'list pending grant deny reset'
complete -c placectl -n '__fish_seen_subcommand_from access' -l reduced -d 'Grant the reduced location only'

complete -c placectl -n '__fish_seen_subcommand_from pick' -l inline -d 'Draw below the cursor'
complete -c placectl -n '__fish_seen_subcommand_from pick' -s n -l limit -x -d 'Offer at most so many likely places'
complete -c placectl -n '__fish_seen_subcommand_from pick' -l types -x -d 'Only places of these types'
complete -c placectl -n '__fish_seen_subcommand_from pick' -l no-select -d 'Only print the place'
complete -c placectl -n '__fish_seen_subcommand_from pick' -l print-id -d 'Print nothing but the id'
complete -c placectl -n '__fish_seen_subcommand_from pick' -l theme -r -F -a 'light dark' -d 'Colours'
complete -c placectl -n '__fish_seen_subcommand_from pick' -l no-mouse -d 'Leave the mouse to the terminal'
