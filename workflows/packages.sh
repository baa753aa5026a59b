# shellcheck shell=bash disable=SC1091,SC2034 # sourced
# The packages that exonweave needs, by Debian and Ubuntu name, and their installation. Sourced by
# workflows/quickstart.sh and tests/run.sh.

build_packages=(g++ cmake ninja-build pkg-config ccache libhts-dev libboost-graph-dev libyaml-cpp-dev
  nlohmann-json3-dev libcli11-dev libfmt-dev libhwy-dev libparasail-dev libcereal-dev zlib1g-dev)
# npm fetches the charts and the genome browser of report.html. Any on the path will do: nodejs of other sources brings
# its own, and excludes Debian's.
report_packages=(npm)
if command -v npm >/dev/null; then report_packages=(); fi
test_packages=(catch2 python3 python3-yaml python3-matplotlib genometools samtools tabix multiqc snakemake slurm-wlm
  bedtools gffread subread mkdocs mkdocs-material python3-jsonschema busybox-static zsh fish dpkg-dev lintian)
if [ -r /etc/os-release ] && [ "$(. /etc/os-release && echo "$ID")" = debian ]; then
  test_packages+=(chromium) # Ubuntu has it as a snap alone
fi
lock_seconds=300 # to wait for another program that installs packages

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }
die() { say "$@"; exit 1; }

# The newest clang that both <ranges> of the system's libstdc++ and libFuzzer work with.
clang_version() {
  case "$(. /etc/os-release && echo "$ID $VERSION_ID")" in
    "ubuntu 24.04") echo 18 ;;
    *) echo 19 ;;
  esac
}

is_supported_system() {
  [ -r /etc/os-release ] || return 1
  case "$(. /etc/os-release && echo "$ID $VERSION_ID")" in
    "debian 12" | "debian 13" | "ubuntu 24.04") return 0 ;;
    *) return 1 ;;
  esac
}

is_installed() {
  case "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" in
    installed*) return 0 ;; # once for each architecture
    *) return 1 ;;
  esac
}

# apt_get ARGUMENT...: as root; another program that installs packages is waited for.
apt_get() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -qq -o "DPkg::Lock::Timeout=$lock_seconds" "$@" </dev/null
}

# The lists of packages have a lock of their own, for which apt itself does not wait.
update_lists() {
  local until=$((SECONDS + lock_seconds)) said
  while ! said=$(apt_get update 2>&1); do
    [[ $said == *"Could not get lock"* && $SECONDS -lt $until ]] || die "apt-get update: $said"
    sleep 5
  done
}

# install_missing PACKAGE...: installs those that are not there; apt is not called when all are.
install_missing() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null; then
    say "this system has no Debian packages; going on in the hope that these are here: $*"
    return 0
  fi
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  is_supported_system ||
    die "made for Debian 12 and Ubuntu 24.04. Install what corresponds to these packages, then run again: ${missing[*]}"
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null ||
    die "run as root, or install sudo; missing packages: ${missing[*]}"
  say "installing ${missing[*]}"
  update_lists
  apt_get install -y --no-install-recommends "${missing[@]}"
}

# runtime_packages PROGRAM: the packages that have the libraries it is linked with. Their names differ between systems (libhts3,
# libhts3t64), and dpkg knows them; it may know a library of /lib as one of /usr/lib or the other way round.
runtime_packages() {
  ldd "$1" | awk '$3 ~ "^/" { sub("^/usr/", "/", $3); print "*" $3 }' | xargs dpkg-query --search | sed '/^diversion /d; s/:.*//' | sort -u
}

# As many jobs as cores, and no more than memory allows at about 1.5 GB each.
build_jobs() {
  local cores memory_kb by_memory
  cores=$(nproc)
  memory_kb=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)
  by_memory=$((memory_kb / 1500000))
  [ "$by_memory" -ge 1 ] || by_memory=1
  echo $((cores < by_memory ? cores : by_memory))
}

# build PRESET [CMAKE OPTION...]: configures and builds build/PRESET, or BUILD_FOLDER, or of it the BUILD_TARGETS, quietly
# unless something fails.
build() {
  local preset=$1 folder=${BUILD_FOLDER:-build/$1} launcher=() targets=()
  read -ra targets <<<"${BUILD_TARGETS:-}"
  shift
  if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  export CCACHE_SLOPPINESS=pch_defines,time_macros # or it keeps nothing that is compiled with precompiled headers
  say "configuring and building $folder with $(build_jobs) jobs"
  # What npm could not fetch before is tried again.
  cmake --preset "$preset" -B "$folder" --log-level=WARNING -U EXONWEAVE_REPORT_LIBRARIES_TRIED "${launcher[@]}" "$@"
  cmake --build "$folder" -j "$(build_jobs)" ${targets[@]:+--target "${targets[@]}"}
}
