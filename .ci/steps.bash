# shellcheck shell=bash # sourced by run and nightly
# Steps of a check: each is named when it begins, and all are listed with their seconds at the end, or the one that
# failed.
set -euo pipefail
CDPATH= cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export CI=true
exec </dev/null
mkdir -p build

current="" began=0 times=()

# step NAME...: the step before ends, this one begins
step() {
  [ -z "$current" ] || times+=("$(printf '%5d s  %s' $((SECONDS - began)) "$current")")
  current=$* began=$SECONDS
  printf '\n=== %s (after %d s)\n' "$current" "$SECONDS"
}

# list_steps STATUS: of the whole check
list_steps() {
  if [ "$1" -eq 0 ]; then step "all passed"; else printf '\n=== FAILED: %s\n' "$current"; fi
  [ ${#times[@]} -eq 0 ] || printf '%s\n' "${times[@]}"
}

# run_acceptance FOLDER: its runs, where the real data lies beside the project
run_acceptance() {
  local acceptance
  if [ ! -d ../shared/data ]; then
    step "$1: skipped, no real data beside the project"
    return
  fi
  for acceptance in "$1"/*.sh; do
    step "$acceptance"
    bash "$acceptance"
  done
}
