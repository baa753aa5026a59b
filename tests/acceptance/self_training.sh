#!/usr/bin/env bash
# Splice models learnt from a run's own genes. Fission yeast against proteins of another genus: as many whole genes exact as were
# measured, with the model that fits best and with one of its own, which a later run takes to the same bytes. 19 genes of
# ENm002 and 3 of a fly hold too little: the model is a built-in one, that of the fly by its composition, and nothing is lost.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"
genomes=$shared/data/genomes
yeast=$genomes/pombe
enm=$genomes/enm002
gzip -dc "$yeast/targets.cerevisiae.pep.fa.gz" >"$scratch/yeast.pep.fa"
samtools faidx "$enm/genome.fa.gz" human.ENm002 >"$scratch/enm.fa"

# predict NAME OPTIONS...: models to $scratch/NAME.gff3, what is said to $scratch/NAME.log
predict() {
  local name=$1
  shift
  "$exonweave" predict --out "$scratch/$name.gff3" --summary "$scratch/$name.json" --threads 2 "$@" 2>"$scratch/$name.log"
  grep '^exonweave: splice model' "$scratch/$name.log" || true
  gt -j 1 gff3validator "$scratch/$name.gff3" >/dev/null
}

# judge NAME SET GENES: at least so many whole genes of a set exact
judge() {
  $evaluate "$2/annotation.gff3" "$scratch/$1.gff3" --pairs "$2/pairs.tsv" --kind protein --summary |
    awk -v name="$1" -v floor="$3" '
      /^TOTAL all/ {split($NF, gene, "/"); printf "%s: %s genes exact (floor %d)\n", name, $NF, floor; enough = gene[1] >= floor}
      END {exit !enough}'
}

of_yeast=(--genome "$yeast/genome.fa.gz" --targets "$scratch/yeast.pep.fa" --pairs "$yeast/pairs.tsv")
predict best "${of_yeast[@]}"
judge best "$yeast" 1785
predict own "${of_yeast[@]}" --splice-model self --model-out "$scratch/own.yaml"
judge own "$yeast" 1785
predict again "${of_yeast[@]}" --splice-model "$scratch/own.yaml"
cmp "$scratch/own.gff3" "$scratch/again.gff3"

predict enm --genome "$scratch/enm.fa" --targets "$enm/targets.dolphin.pep.fa" --pairs "$enm/pairs.tsv"
grep -q '^exonweave: splice sites: vertebrate model' "$scratch/enm.log"
judge enm "$enm" 16

python3 -B "$project/tests/benchmarks/locus_sets.py" "$loci/fly_adh" --out "$scratch/fly"
predict fly --genome "$loci/fly_adh/genome.fa" --targets "$scratch/fly/targets.pep.fa" --pairs "$scratch/fly/pairs.tsv" --splice-model self
grep -q '^exonweave: splice sites: fly model, selected by the composition of the genome; only ' "$scratch/fly.log"
judge fly "$loci/fly_adh" 3
