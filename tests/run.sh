#!/usr/bin/env bash
# Installs what is missing, builds and runs all tests; the last line is ctest's summary of the tests.
set -euo pipefail

CDPATH= cd -- "$(dirname -- "$0")/.."
source workflows/packages.sh

usage() {
  cat <<'TEXT'
Usage: tests/run.sh [--preset release|debug|asan|tsan] [--only REGEX] [--except REGEX] [--targets NAMES]
       tests/run.sh --fuzz SECONDS
       tests/run.sh --aarch64
       tests/run.sh --tidy
       tests/run.sh --tidy-changed [REV]

Without options: builds preset release and runs every test.
  --preset P      another build: debug, asan (addresses and undefined behaviour), tsan (threads)
  --only REGEX    only the tests whose names match
  --except REGEX  of these not the ones whose names match
  --targets NAMES builds only these: what --only needs
  --fuzz SECONDS  builds preset asan's fuzzers and runs each for so long, two at a time
  --aarch64       compiles all vector code for 64-bit Arm; links and runs nothing
  --tidy          clang-tidy over all sources, with .clang-tidy
  --tidy-changed [REV]
                  clang-tidy over the .cpp files that differ from REV, the first 20 by name; what it finds in
                  headers is not shown (default: where this branch left
                  origin/main, or the commit before the last)
TEXT
}

# Shows the summary at the very end, below the list of failed tests that ctest may print.
run_tests() {
  local preset=$1 only=$2 except=$3 log status=0
  log=build/$preset/tests.log
  ctest --test-dir "build/$preset" --output-on-failure --no-tests=error -j "$(nproc)" ${only:+-R "$only"} ${except:+-E "$except"} </dev/null |
    tee "$log" || status=$?
  grep -E '^[0-9]+% tests passed' "$log" || say "ctest gave no summary"
  return "$status"
}

# Sanitizers come with clang, which compiles with them in half of GCC's time; its linker takes a fraction of the other's.
build_sanitized() {
  local preset=$1 clang
  clang=$(clang_version)
  install_missing "clang-$clang" "libclang-rt-$clang-dev" "lld-$clang"
  build "$preset" "-DCMAKE_CXX_COMPILER=clang++-$clang" "-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"
}

# A finding leaves its input in build/asan/findings/; new inputs of interest stay in build/asan/corpus/.
fuzz_one() {
  local fuzzer=$1 seconds=$2 name corpus log
  name=$(basename "$fuzzer")
  corpus=build/asan/corpus/$name
  log=build/asan/$name.log
  mkdir -p "$corpus" build/asan/findings
  local seeds=()
  [ ! -d "tests/fuzz/corpus/${name#fuzz_}" ] || seeds=("tests/fuzz/corpus/${name#fuzz_}")
  if "$fuzzer" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="build/asan/findings/$name-" "$corpus" "${seeds[@]}" </dev/null >"$log" 2>&1; then
    say "$name: no finding in $(awk '/number_of_executed_units/ { print $2 }' "$log") inputs"
  else
    tail -n 50 "$log" >&2
    say "$name: FOUND a failure; its input is in build/asan/findings/"
    return 1
  fi
}

run_fuzzers() {
  local seconds=$1
  install_missing "${build_packages[@]}" "${report_packages[@]}" "${test_packages[@]}"
  BUILD_TARGETS=fuzzers build_sanitized asan
  local fuzzers
  mapfile -t fuzzers < <(find build/asan -maxdepth 1 -type f -perm -u+x -name 'fuzz_*' | sort)
  [ ${#fuzzers[@]} -gt 0 ] || die "no fuzzer was built"
  local failed=0 i pids pid
  for ((i = 0; i < ${#fuzzers[@]}; i += 2)); do
    pids=()
    for fuzzer in "${fuzzers[@]:i:2}"; do
      fuzz_one "$fuzzer" "$seconds" &
      pids+=($!)
    done
    for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
  done
  return "$failed"
}

# Preset aarch64 takes the headers of this system's packages, which serve another processor as well.
run_aarch64() {
  install_missing "${build_packages[@]}" g++-aarch64-linux-gnu
  BUILD_TARGETS=exonweave_spliced build aarch64
}

# tidy [OPTION...]: reads the names of sources, each followed by a NUL; the options are for clang-tidy. Its compile
# database needs no build: no sources as one, no precompiled headers.
tidy() {
  local clang
  clang=$(clang_version)
  install_missing "${build_packages[@]}" "${report_packages[@]}" "${test_packages[@]}" "clang-tidy-$clang"
  cmake --preset debug -B build/tidy --log-level=WARNING -DEXONWEAVE_CUDA=OFF -DCMAKE_UNITY_BUILD=OFF \
    -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
  xargs -0 -r -n 1 -P "$(build_jobs)" "clang-tidy-$clang" -p build/tidy --quiet "$@" \
    --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-deprecated-declarations
  say "clang-tidy has nothing to say"
}

run_tidy() {
  find lib apps tests -name '*.cpp' ! -path '*/fuzz/*' -print0 | tidy
}

# changed_sources REV: those that are there and differ from REV, in commits or not yet, by name.
changed_sources() {
  local folders=('lib/*.cpp' 'apps/*.cpp' 'tests/*.cpp' ':!tests/fuzz')
  {
    git diff --name-only --diff-filter=d "$1" -- "${folders[@]}"
    git ls-files --others --exclude-standard -- "${folders[@]}"
  } | sort -u
}

run_tidy_changed() {
  local rev=$1 most=20 changed shown
  [ -n "$rev" ] || rev=$(git merge-base HEAD origin/main 2>/dev/null) || rev=HEAD~1
  # On origin/main itself nothing differs from where it was left.
  [ -n "$1" ] || [ "$rev" != "$(git rev-parse HEAD)" ] || rev=HEAD~1
  git rev-parse --quiet --verify "$rev^{commit}" >/dev/null || die "no commit '$rev'"
  mapfile -t changed < <(changed_sources "$rev")
  if [ ${#changed[@]} -eq 0 ]; then
    say "no source differs from $rev"
    return
  fi
  [ ${#changed[@]} -le "$most" ] ||
    say "${#changed[@]} sources differ from $rev; the first $most by name are looked at, --tidy looks at all"
  # What is wrong in a header that they include is not theirs.
  shown=$(printf ',{"name":"%s"}' "${changed[@]:0:most}")
  printf '%s\0' "${changed[@]:0:most}" | tidy "--line-filter=[${shown#,}]"
}

preset=release only="" except="" targets="" mode=tests seconds="" rev=""
while [ $# -gt 0 ]; do
  case "$1" in
    --preset) preset=${2:?--preset needs a name}; shift 2 ;;
    --only) only=${2:?--only needs a pattern}; shift 2 ;;
    --except) except=${2:?--except needs a pattern}; shift 2 ;;
    --targets) targets=${2:?--targets needs names}; shift 2 ;;
    --fuzz) mode=fuzz seconds=${2:?--fuzz needs seconds}; shift 2 ;;
    --aarch64) mode=aarch64; shift ;;
    --tidy) mode=tidy; shift ;;
    --tidy-changed)
      mode=tidy_changed
      shift
      if [ $# -gt 0 ] && [[ $1 != -* ]]; then rev=$1; shift; fi
      ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; die "unknown argument '$1'" ;;
  esac
done

case "$mode" in
  fuzz) run_fuzzers "$seconds" ;;
  aarch64) run_aarch64 ;;
  tidy) run_tidy ;;
  tidy_changed) run_tidy_changed "$rev" ;;
  tests)
    install_missing "${build_packages[@]}" "${report_packages[@]}" "${test_packages[@]}"
    case "$preset" in
      asan | tsan) BUILD_TARGETS=$targets build_sanitized "$preset" ;;
      *) BUILD_TARGETS=$targets build "$preset" ;;
    esac
    run_tests "$preset" "$only" "$except"
    ;;
esac
