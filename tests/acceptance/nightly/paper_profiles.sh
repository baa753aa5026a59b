#!/usr/bin/env bash
# The paper's test cases, simulated, through the CPU engines on one core; peak memory under 1 GiB.
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"
bench=$(dirname "$exonweave")/bench_paper_profiles

for profile in nolasco2014 il1rapl1; do
  "$bench" "$profile" 1 "$([ $profile = il1rapl1 ] && echo 1 || echo 20)" | tee "$scratch/$profile"
  awk '/^peak memory/ {exit !($3 < 1024)}' "$scratch/$profile"
done
