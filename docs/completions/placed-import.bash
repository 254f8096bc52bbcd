# Completion of placed-import for bash.

_placed_import() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  local options='--output --name --date --attribution --time-zone --places-dir --mirror --max-download
    --update --types --json --help --version'
  COMPREPLY=()
  case $prev in
    --name | --date | --attribution | --mirror | --max-download) return ;;
    --time-zone)
      mapfile -t COMPREPLY < <(compgen -W \
        "$(awk '!/^#/ { print $3 }' /usr/share/zoneinfo/zone.tab 2>/dev/null)" -- "$cur")
      return
      ;;
    --places-dir) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
  esac
  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
}

complete -F _placed_import placed-import
