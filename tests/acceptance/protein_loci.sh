#!/usr/bin/env bash
# ORF exons against one protein per locus on all sets of real loci: as many whole genes and exons exact as were measured,
# in the regions of pairs.tsv, 10,000 nt wider, and on whole sequences. In the regions the same bytes from another engine, two threads and
# pairs in another order; everything accepted by the validator.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"
whole=1000000000  # nt beside a region: all of its sequence
inputs="python3 -B $project/tests/benchmarks/locus_sets.py"

# predict NAME SET INPUTS OPTIONS...: models of a set to $scratch/NAME.gff3
predict() {
  local name=$1 set=$2 in=$3
  shift 3
  local model=vertebrate
  case $set in fly_adh) model=fly ;; arabidopsis_f14f8) model=plant ;; esac
  "$exonweave" predict --genome "$loci/$set/genome.fa" --targets "$in/targets.pep.fa" --pairs "$in/pairs.tsv" \
    --splice-model "$model" --out "$scratch/$name.gff3" --quiet "$@"
  gt -j 1 gff3validator "$scratch/$name.gff3" >/dev/null
}

# shuffled FOLDER: its pairs in another order
shuffled() {
  mkdir -p "$1.shuffled"
  cp "$1/targets.pep.fa" "$1.shuffled"
  { head -n 1 "$1/pairs.tsv" && tail -n +2 "$1/pairs.tsv" | shuf --random-source=<(yes); } >"$1.shuffled/pairs.tsv"
}

# run_set SET FLANK: a line of totals to $scratch/FLANK.totals
run_set() {
  local set=$1 flank=$2 in=$scratch/$1.$2
  $inputs "$loci/$set" --flank "$flank" --out "$in"
  local engine=sequential
  if [ "$flank" = "$whole" ]; then engine=auto; fi
  predict "$set" "$set" "$in" --engine "$engine" --threads 2
  if [ "$flank" = 0 ]; then
    shuffled "$in"
    predict "$set.again" "$set" "$in.shuffled" --engine auto --threads 2
    cmp "$scratch/$set.gff3" "$scratch/$set.again.gff3"
  fi
  $evaluate "$loci/$set/annotation.gff3" "$scratch/$set.gff3" --pairs "$loci/$set/pairs.tsv" --kind protein --summary |
    awk -v set="$set" '/^TOTAL all/ {print set, $3, $4, $5, $6, $NF}' | tee -a "$scratch/$flank.totals"
}

# run_all FLANK GENES EXONS WRONG: at least so many genes and exons exact, at most so many other exons
run_all() {
  echo "== up to $1 nt on both sides: set, pairs with a model, exons of the reference, predicted, exact, genes exact"
  local set
  for set in hg38globin mm10globin hs33chr20 hs37chr6 humhbb fly_adh arabidopsis_f14f8; do run_set "$set" "$1"; done
  awk -v genes="$2" -v exons="$3" -v wrong="$4" '
    {split($6, gene, "/"); pairs += gene[2]; whole += gene[1]; reference += $3; predicted += $4; exact += $5}
    END {
      printf "all: %d of %d genes exact (floor %d), %d of %d exons (floor %d), %d predicted exons are not (ceiling %d)\n",
        whole, pairs, genes, exact, reference, exons, predicted - exact, wrong
      exit !(whole >= genes && exact >= exons && predicted - exact <= wrong)
    }' "$scratch/$1.totals"
}

run_all 0 41 450 17
run_all 10000 41 449 19
run_all "$whole" 40 448 21
