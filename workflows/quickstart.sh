#!/usr/bin/env bash
# From a fresh Debian 12 or Ubuntu 24.04 to gene models: installs what is missing, builds, annotates test-data/ and shows
# the genes. May be run again at any time.
set -euo pipefail

CDPATH= cd -- "$(dirname -- "$0")/.."
source workflows/packages.sh

usage() {
  cat <<'TEXT'
Usage: workflows/quickstart.sh [--cuda] [--plain-report]

Installs the missing Debian packages (as root, or with sudo; not at all when none is missing), builds
build/release/exonweave, and annotates the small genome of test-data/tiny. The folder build/quickstart has the result.

  --cuda          build for NVIDIA GPUs too, with the CUDA toolkit of this machine
  --plain-report  no charts and no genome browser in report.html: npm, which fetches them, is not needed
TEXT
}

cuda=OFF libraries=auto
while [ $# -gt 0 ]; do
  case "$1" in
    --cuda) cuda=ON; shift ;;
    --plain-report) libraries=off report_packages=(); shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; die "unknown argument '$1'" ;;
  esac
done

# tabix is for the results: README.md looks at a region with it.
install_missing "${build_packages[@]}" "${report_packages[@]}" tabix
build release -DEXONWEAVE_CUDA=$cuda -DEXONWEAVE_REPORT_LIBRARIES=$libraries -DEXONWEAVE_TESTS=OFF -DEXONWEAVE_BENCHMARKS=OFF

out=build/quickstart
rm -rf "$out"
annotate=(build/release/exonweave annotate test-data/tiny/genome.fa test-data/tiny/targets.pep.fa -o "$out")
say "running: ${annotate[*]}"
"${annotate[@]}"

cat <<TEXT

The genes of $out/genes.bed.gz:

$(gzip -dc "$out/genes.bed.gz" | awk '{ printf "  %s  %6d to %6d  %s  %s\n", $1, $2 + 1, $3, $6, $4 }')

Next:
  export PATH=$PWD/build/release:\$PATH
  xdg-open $out/report.html                                 # look at them in a browser
  exonweave annotate genome.fa.gz proteins.fa.gz -o out     # your own genome
TEXT
