#!/usr/bin/env bash
# A scan of the frames of a real locus finds every place of its pairs, tells the same on any number of threads, and predict makes the
# pairs' models of its table.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

dir=$loci/hg38globin
for threads in 1 2; do
  "$exonweave" scan --queries "$dir/targets.mouse.pep.fa" --queries "$dir/targets.dolphin.pep.fa" --genome "$dir/genome.fa" \
    --threads "$threads" --out "$scratch/$threads.tsv" --gff3-out "$scratch/$threads.gff3" --quiet
done
cmp "$scratch/1.tsv" "$scratch/2.tsv"
gt gff3validator "$scratch/1.gff3"

# A pair is found when a match of its target overlaps its region, on its strand.
awk -F '\t' '
  FNR == NR { n[$1]++; first[$1, n[$1]] = $9 < $10 ? $9 : $10; last[$1, n[$1]] = $9 < $10 ? $10 : $9; strand[$1, n[$1]] = $9 < $10 ? "+" : "-"; next }
  FNR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
  $at["target_kind"] == "protein" {
    pairs++; t = $at["target_id"]; is_found = 0
    for (k = 1; k <= n[t]; k++)
      if (strand[t, k] == $at["strand"] && first[t, k] <= $at["region_end0"] && last[t, k] > $at["region_start0"]) is_found = 1
    found += is_found
  }
  END { printf "scan found the places of %d of %d pairs\n", found, pairs; exit !(pairs > 0 && found == pairs) }' \
  "$scratch/1.tsv" "$dir/pairs.tsv"

"$exonweave" predict --genome "$dir/genome.fa" --targets "$dir/targets.mouse.pep.fa" --hits <(grep ENSMUST "$scratch/1.tsv") \
  --out "$scratch/models.gff3" --quiet
$evaluate "$dir/annotation.gff3" "$scratch/models.gff3" --pairs "$dir/pairs.tsv" --species mouse --kind protein | tee "$scratch/models.txt"
tail -n 1 "$scratch/models.txt" | grep -q ' 7/7 .* [67]/7$'
