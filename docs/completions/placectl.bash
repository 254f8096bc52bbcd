# Completion of placectl for bash.

_placectl() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  local commands='status here list pick select clear reject history watch show doctor reload access simulate'
  local options='--socket --json --quiet --help --version'
  local command='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $word == --socket ]]; then
      ((i++))
    elif [[ $word != -* ]]; then
      command=$word
      break
    fi
  done
  COMPREPLY=()
  case $prev in
    --socket) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
    --theme) mapfile -t COMPREPLY < <(compgen -f -W 'light dark' -- "$cur"); return ;;
    --limit | -n | --wait | --types) return ;;
    --topics)
      mapfile -t COMPREPLY < <(compgen -W \
        'authorization receiver location likely_places selection visits activity' -- "$cur")
      return
      ;;
  esac
  case $command in
    '') options="$commands $options" ;;
    list) options="--limit --types --wait --explain $options" ;;
    here) options="--limit --types --wait $options" ;;
    pick) options="--inline --limit --types --no-select --print-id --theme --no-mouse $options" ;;
    simulate) mapfile -t COMPREPLY < <(compgen -f -W off -- "$cur"); return ;;
    history) options="list clear off on $options" ;;
    access) options="list pending grant deny reset --reduced $options" ;;
    watch) options="--topics --limit $options" ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
}

complete -F _placectl placectl
