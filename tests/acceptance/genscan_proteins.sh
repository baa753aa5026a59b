#!/usr/bin/env bash
# The main job: real GENSCAN candidates with homologous proteins, ORF exons off, between the candidates' borders, and all.
# Every pair has a model or the reason why not. With all blocks every pair has one: the text of AB016625 ends before the
# last exon of its second gene, and no candidate is the first exon that the targets of HSBA536C5's gene 8 have.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"
show="python3 -B $project/tests/acceptance/show_loci.py"

run() {
  local name=$1 blocks=$2 models=$3 dir=$shared/data/genscan out=$scratch/$1.$2
  echo "== $name, --blocks $blocks"
  "$exonweave" predict --genome "$dir/$name.fasta" --candidates "$dir/$name.genscan" \
    --targets "$dir/$name.targets.pep.fa" --pairs "$dir/$name.pairs.tsv" --blocks "$blocks" \
    --out "$out.gff3" --summary "$out.json" --quiet 2>"$out.log" || { cat "$out.log" >&2; return 1; }
  gt gff3validator "$out.gff3"
  $show "$out.json" --models "$models"
}

run HSBA536C5 off 3
run HSBA536C5 restrict 3
run HSBA536C5 add 3
run AB016625 off 1
run AB016625 restrict 1
run AB016625 add 2
