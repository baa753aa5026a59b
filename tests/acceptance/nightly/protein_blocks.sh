#!/usr/bin/env bash
# ORF exons of 1 Mb against 1,000 residues on one core: at least 0.1 Gcells per second of the core for the best chain
# with its traceback, peak memory under 2 GiB with margins, and the simulated gene found, or a chain that scores more: its
# sites are random, so a few of its exons may lose to others.
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"

"$(dirname "$exonweave")/bench_protein_blocks" 1000000 1000 | tee "$scratch/table"
awk '
  $1 == "chain" {rate = 1000000 * 1000 / ($3 + $4) / 1e9}
  $1 ~ /^chain/ {peak = $NF}
  / exons, / {exons = $7 / $NF}
  /^ *score / {genes += $2 + 0 >= $NF && exons >= 0.9}
  END {printf "%.3f Gcells per second of the core, peak %d MiB\n", rate, peak; exit !(rate >= 0.1 && peak < 2048 && genes == 2)}
' "$scratch/table"
