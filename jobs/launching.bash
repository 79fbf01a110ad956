# What jobs/cropmill and jobs/nightly share: what to type again, lines for a log, and programs that hear of signals.

# Prints a path of this machine from its root, and a URI as it is.
absolute() {
  if [[ -z $1 || $1 == /* || $1 =~ ^[A-Za-z][A-Za-z0-9+.-]*:/ ]]; then
    printf '%s' "$1"
  else
    printf '%s' "$PWD/$1"
  fi
}

# Prints a list of paths with that separator, each from its root.
absolute_all() {
  local items item joined=
  IFS=$1 read -ra items <<<"$2"
  for item in ${items[@]+"${items[@]}"}; do
    joined+=${joined:+$1}$(absolute "$item")
  done
  printf '%s' "$joined"
}

# Prints the value of an option as it is meant from any folder.
anywhere() {
  case $1 in
    --source | --target | --config | --properties-file) absolute "$2" ;;
    --jars | --files | --archives | --py-files) absolute_all , "$2" ;;
    --driver-class-path) absolute_all : "$2" ;;
    *) printf '%s' "$2" ;;
  esac
}

# Prints what to type to do the same again, in whatever folder.
again() {
  local words=("$1")
  shift
  while [ $# -gt 0 ]; do
    case $1 in
      --*=*) words+=("${1%%=*}=$(anywhere "${1%%=*}" "${1#*=}")") ;;
      --*)
        words+=("$1")
        if [ $# -gt 1 ] && [[ $2 != --* ]]; then
          words+=("$(anywhere "$1" "$2")")
          shift
        fi
        ;;
      *) words+=("$1") ;;
    esac
    shift
  done
  printf '%q' "${words[0]}"
  printf ' %q' "${words[@]:1}"
}

# Says something on standard error; in a log, with the time and the dataset that it is about, as the commands do.
say() {
  local about= line
  if [ -n "${CROPMILL_LOG_OF:-}" ] && [ ! -t 2 ]; then
    about="$(date -u +%Y-%m-%dT%H:%M:%SZ) $CROPMILL_LOG_OF: "
  fi
  while IFS= read -r line; do
    # What was read from a file must not give orders to a terminal.
    printf '%s\n' "$about${line//[[:cntrl:]]/?}"
  done <<<"$*" >&2
}

# Counts how often this shell was told to end.
told=0
child=
tell_to_end() {
  told=$((told + 1))
  [ -z "$child" ] || kill -TERM "$child" 2>/dev/null || true
}

# From now on SIGTERM, SIGINT and SIGHUP end what awaited runs, and not the shell.
hear_signals() {
  trap tell_to_end TERM INT HUP
}

# Runs a program to its end, and returns its code. In the background, since a shell that waits for a program in the
# foreground hears of no signal. All of them reach the program as SIGTERM: in the background it ignores SIGINT.
awaited() {
  local code before
  [ "$told" = 0 ] || return 143
  "$@" &
  child=$!
  # Told between the look and the start.
  [ "$told" = 0 ] || kill -TERM "$child" 2>/dev/null || true
  # A signal ends the wait, not the program.
  while
    before=$told
    code=0
    wait "$child" || code=$?
    [ "$told" != "$before" ]
  do
    :
  done
  child=
  # Bash forgets the code of a program that ends in the very moment of a signal.
  [ "$code" != -1 ] || code=143
  return "$code"
}
