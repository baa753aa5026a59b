#!/usr/bin/env bash
# Real GENSCAN candidates against cDNA simulated from the loci's own annotation, 5% and 15% of the bases substituted: how
# many of the coverable genes come out exact.
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"

for set in hs33chr20 hs37chr6; do
  dir=$loci/$set
  for rate in 0.05 0.15; do
    out=$scratch/$set.$rate
    "$exonweave" simulate --genome "$dir/genome.fa" --annotation "$dir/annotation.gff3" --substitution "$rate" --seed 1 \
      --out "$out"
    "$exonweave" predict --genome "$dir/genome.fa" --candidates "$dir/candidates.genscan.gff3" \
      --targets "$out/targets.cds.fa" --pairs "$out/pairs.tsv" --out "$out/models.gff3" --quiet
    gt gff3validator "$out/models.gff3"
    echo "== $set, $rate substituted"
    $covered "$dir/annotation.gff3" "$out/models.gff3" --pairs "$out/pairs.tsv" "$dir/candidates.genscan.gff3"
  done
done
