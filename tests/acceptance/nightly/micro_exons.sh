#!/usr/bin/env bash
# Exons of 1 to 12 nt, simulated with splice sites drawn from the model: with proteins of the genes themselves all those of
# 3, 6, 9 and 12 nt are found; with diverged ones as many as are worth their introns.
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"
short="python3 -B $project/tests/acceptance/micro_exons.py"

# run RATE MUST: rate of substituted bases; lengths of which none may be lost
run() {
  local out=$scratch/$1
  local inputs=(--genome "$out/genome.fa" --targets "$out/targets.pep.fa" --pairs "$out/pairs.tsv" --quiet)
  echo "== $1 of the bases substituted"
  "$exonweave" simulate --profile microexons --substitution "$1" --seed 1 --out "$out"
  "$exonweave" predict "${inputs[@]}" --out "$out/models.gff3"
  "$exonweave" predict "${inputs[@]}" --candidates "$out/candidates.gff3" --no-margins --top 5 --out "$out/chains.gff3"
  gt gff3validator "$out/models.gff3"
  awk -F'\t' '$NF == "protein" {sum += $8; ++n} END {printf "identity of the proteins %.1f%%\n", sum / n}' "$out/pairs.tsv"
  $short "$out/truth.gff3" "$out/models.gff3" "$out/chains.gff3" --must "$2"
}

run 0 3,6,9,12
run 0.05 ''
run 0.1 ''
run 0.2 ''
