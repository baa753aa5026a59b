#!/usr/bin/env bash
# From a fresh Debian 12 or Ubuntu 24.04 to gene models: installs what is missing, builds, runs the main job on
# test-data/ and shows the models. May be run again at any time.
set -euo pipefail

CDPATH= cd -- "$(dirname -- "$0")/.."
source workflows/packages.sh

usage() {
  cat <<'TEXT'
Usage: workflows/quickstart.sh [--help]

Installs the missing Debian packages (as root, or with sudo; not at all when none is missing), builds
build/release/exonweave, predicts the genes of test-data/tiny and shows them. The models are left in
build/quickstart/models.gff3.
TEXT
}

case "${1-}" in
  "") ;;
  -h | --help) usage; exit 0 ;;
  *) usage >&2; die "unknown argument '$1'" ;;
esac

install_missing "${build_packages[@]}"
build release -DEXONWEAVE_TESTS=OFF -DEXONWEAVE_BENCHMARKS=OFF

data=test-data/tiny
out=build/quickstart/models.gff3
predict=(build/release/exonweave predict --genome "$data/genome.fa" --candidates "$data/candidates.gff3"
  --targets "$data/targets.cds.fa" --pairs "$data/pairs.tsv" --out "$out")
mkdir -p build/quickstart
say "running: ${predict[*]}"
"${predict[@]}"
cat "$out"
say "the gene models above are in $out"
