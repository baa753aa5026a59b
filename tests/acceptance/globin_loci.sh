#!/usr/bin/env bash
# The main job on real loci: human genes from mouse coding sequences and the reverse, candidates of AUGUSTUS and geneid.
# Models for all pairs, the same bytes from both engines, accepted by the validator, at least 80% of the coverable genes
# exact over both sets.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

run_set() {
  local set=$1 species=$2 dir=$loci/$1 engine
  local candidates=("$dir/candidates.augustus.gff3" "$dir/candidates.geneid.gff3")
  for engine in simd sequential; do
    "$exonweave" predict --genome "$dir/genome.fa" --candidates "${candidates[0]}" --candidates "${candidates[1]}" \
      --targets "$dir/targets.$species.cds.fa" --pairs "$dir/pairs.tsv" --engine "$engine" \
      --out "$scratch/$set.$engine.gff3" --summary "$scratch/$set.$engine.json" --quiet
  done
  cmp "$scratch/$set.simd.gff3" "$scratch/$set.sequential.gff3"
  gt gff3validator "$scratch/$set.simd.gff3"
  $evaluate "$dir/annotation.gff3" "$scratch/$set.simd.gff3" --pairs "$dir/pairs.tsv" --kind cds
  $covered "$dir/annotation.gff3" "$scratch/$set.simd.gff3" --pairs "$dir/pairs.tsv" "${candidates[@]}" \
    | tee "$scratch/$set.covered"
}

run_set hg38globin mouse
run_set mm10globin human
tail -qn 1 "$scratch"/*.covered | awk '{coverable += $3; exact += $5} END {
  printf "both sets: %d of %d coverable genes exact\n", exact, coverable; exit !(exact >= 0.8 * coverable)}'
