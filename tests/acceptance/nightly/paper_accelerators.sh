#!/usr/bin/env bash
# The program that measures the paper's accelerators reads simulated cases as `predict` does: the scores are the same. What it
# prints can be drawn.
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"
bench=$(dirname "$exonweave")/bench_paper_accelerators
cases=$scratch/nolasco2014

"$exonweave" simulate --profile nolasco2014 --seed 1 --out "$cases"
"$exonweave" predict --genome "$cases/genome.fa" --candidates "$cases/candidates.gff3" --targets "$cases/targets.cds.fa" \
  --pairs "$cases/pairs.tsv" --scoring paper --no-margins --quiet --out "$scratch/models.gff3"
"$bench" "$cases" --every 50 --repeats 1 >"$scratch/rows.tsv"
awk -F'\t' 'NR == FNR {if ($3 == "mRNA") {split($9, part, /Target=| /); score[part[2]] = $6}; next}
            /^#/ || $1 == "set" {next}
            {++n; same += score[$2] == $9}
            END {printf "%d of %d scores are those of predict\n", same, n; exit !(n == 21 && same == n)}' \
  "$scratch/models.gff3" "$scratch/rows.tsv"
python=python3 # or the system's, for which the system's matplotlib is
"$python" -c 'import matplotlib' 2>/dev/null || python=/usr/bin/python3
"$python" -B "$project/tests/benchmarks/paper_plots.py" "$scratch/rows.tsv" --out "$scratch/plots"
grep -q '</svg>' "$scratch/plots/time-by-cells.svg"
