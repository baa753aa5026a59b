#!/usr/bin/env bash
# A tarball of the program that runs on any Linux of this processor: it brings the libraries that it needs, down to the
# C library. No GPU is used, since its driver's library is the system's.
set -euo pipefail

CDPATH= cd -- "$(dirname -- "$0")/.."
source workflows/packages.sh

usage() {
  cat <<'TEXT'
Usage: workflows/tarball.sh [--program FILE] [--out FILE.tar.gz]

Writes exonweave-VERSION-linux-PROCESSOR.tar.gz, and its checksum beside it for sha256sum --check. Its folder may lie
anywhere; bin/exonweave is the program.

  --program FILE     the program to take, with its libraries (default: builds build/tarball without CUDA)
  --out FILE.tar.gz  the tarball (default: its usual name, in build/)
TEXT
}

program="" out=""
while [ $# -gt 0 ]; do
  case "$1" in
    --program) program=$(realpath "${2:?--program needs a file}"); shift 2 ;;
    --out) out=$(realpath "${2:?--out needs a file}"); shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; die "unknown argument '$1'" ;;
  esac
done

if [ -z "$program" ]; then
  install_missing "${build_packages[@]}" "${report_packages[@]}"
  libraries=$PWD/build/tarball/report-libraries
  workflows/report_libraries.sh "$libraries"
  BUILD_FOLDER=build/tarball build release -DEXONWEAVE_CUDA=OFF "-DEXONWEAVE_REPORT_LIBRARIES=$libraries" -DEXONWEAVE_TESTS=OFF -DEXONWEAVE_BENCHMARKS=OFF
  program=$PWD/build/tarball/exonweave
fi
if "$program" --build-info | grep '^report: off' >/dev/null; then
  die "$program was built without the libraries of report.html: see workflows/report_libraries.sh"
fi
version=$("$program" --version)
name=exonweave-$version-linux-$(uname -m)
mkdir -p build
out=${out:-$PWD/build/$name.tar.gz}

# libraries PROGRAM: the files of all that it is linked with, the loader too.
libraries() {
  ldd "$1" | awk '$2 == "=>" && $3 ~ "^/" { print $3 } $1 ~ "^/" { print $1 }'
}

# loader PROGRAM: the name of its dynamic linker among these.
loader() {
  basename "$(ldd "$1" | awk '$1 ~ "^/.*ld-linux" { print $1 }')"
}

# copy_licences FOLDER: what the packages of the libraries say of their licences.
copy_licences() {
  local package
  mkdir -p "$1"
  command -v dpkg-query >/dev/null || return 0
  for package in $(runtime_packages "$program"); do
    [ ! -e "/usr/share/doc/$package/copyright" ] || cp -L "/usr/share/doc/$package/copyright" "$1/$package"
  done
}

staging=$(mktemp -d "$PWD/build/tarball.XXXXXX")
trap 'rm -rf "$staging"' EXIT
root=$staging/$name
mkdir -p "$root"/{bin,lib,libexec,share/man/man1,share/bash-completion/completions,share/zsh/site-functions,share/fish/vendor_completions.d}
cp "$program" "$root/libexec/exonweave"
strip "$root/libexec/exonweave"
while read -r library; do cp -L "$library" "$root/lib/"; done < <(libraries "$program")
cp LICENSE "$root/"
copy_licences "$root/share/doc/licences"
"$program" man >"$root/share/man/man1/exonweave.1"
"$program" completion bash >"$root/share/bash-completion/completions/exonweave"
"$program" completion zsh >"$root/share/zsh/site-functions/_exonweave"
"$program" completion fish >"$root/share/fish/vendor_completions.d/exonweave.fish"
sed "s/@loader@/$(loader "$program")/" >"$root/bin/exonweave" <<'SCRIPT'
#!/bin/sh
# Runs exonweave with the libraries of this folder, whatever the system has.
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=$(dirname -- "$self")/$link ;;
  esac
done
root=$(CDPATH= cd -- "$(dirname -- "$self")/.." && pwd)
exec "$root/lib/@loader@" --argv0 exonweave --library-path "$root/lib" "$root/libexec/exonweave" "$@"
SCRIPT
chmod 755 "$root/bin/exonweave"

# The same bytes for the same program.
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --directory "$staging" "$name" |
  gzip --no-name >"$out.tmp"
mv "$out.tmp" "$out"
(CDPATH= cd -- "$(dirname -- "$out")" && sha256sum "$(basename "$out")") >"$out.sha256"
say "$out"
