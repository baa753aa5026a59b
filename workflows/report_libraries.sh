#!/usr/bin/env bash
# Fetches the libraries of report.html with npm: Observable Plot and d3 for its charts, igv.js as its genome browser.
# CMake calls it (EXONWEAVE_REPORT_LIBRARIES); each package has a pinned version and a pinned checksum.
set -euo pipefail

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }
die() { say "$@"; exit 1; }

usage() {
  cat <<'TEXT'
Usage: workflows/report_libraries.sh DIR

Leaves in DIR what lib/report embeds: charts, browser, licences, versions. DIR is whole once it has a file `complete`.
For builds without a network, run it elsewhere and give the folder to CMake: -DEXONWEAVE_REPORT_LIBRARIES=DIR
TEXT
}

case "${1-}" in
  -h | --help) usage; exit 0 ;;
  "" | -*) usage >&2; exit 2 ;;
esac
mkdir -p "$1"
out=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fetch NAME VERSION SHA512: the package's folder is then $work/NAME.
fetch() {
  local name=$1 version=$2 sum=$3 file
  (cd "$work" && npm pack --silent --ignore-scripts --fetch-retries 1 --fetch-timeout 30000 "$name@$version" >packed) ||
    die "npm cannot fetch $name@$version"
  file=$work/$(cat "$work/packed")
  echo "$sum  $file" | sha512sum --check --quiet >&2 || die "$name@$version has another checksum than the pinned one"
  mkdir -p "$work/$name"
  tar -xzf "$file" -C "$work/$name" --strip-components 1
}

pack() { gzip -9n | base64 -w 0; }

# A comment of HTML ends at the first -->.
licence() { printf '%s %s\n\n' "$1" "$2"; sed 's/--*>/>/g' "$work/$1/LICENSE"; printf '\n'; }

d3=7.9.2 plot=0.6.17 igv=3.8.10
rm -f "$out/complete"
fetch d3 $d3 64a6ff98e34f54acda3b952571673037c6d2e1ecef41a62ef9bb28bbe5e034005d182f34d24c07eb9d400d36db4f130f1d6d77525bdb41a7dd989403935c3b32
fetch @observablehq/plot $plot fea6973ffee67383144b4b3870f3c50120d18edb16a7ce7f4db7ec722a83814d47c188b16d26dbcad36e2270fc01c4d80b7c5ac400a0557d3a6a075f432f56fa
fetch igv $igv 7e8a93f52247a0abd55e5edeb9852c3b2ed732cd674eb3de24c41b191a7ba9653b6ba1f3177e3914447f9c751376c2f972e99aa007b5f600e6258b041ced3caf
{ cat "$work/d3/dist/d3.min.js"; echo; cat "$work/@observablehq/plot/dist/plot.umd.min.js"; } | pack >"$out/charts"
pack <"$work/igv/dist/igv.min.js" >"$out/browser"
{ licence d3 $d3; licence @observablehq/plot $plot; licence igv $igv; } >"$out/licences"
printf 'Observable Plot %s, d3 %s, igv.js %s' "$plot" "$d3" "$igv" >"$out/versions"
touch "$out/complete"
