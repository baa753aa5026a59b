#!/usr/bin/env bash
# The gene set of a whole genome, with the genome's own gene model: fission yeast by all proteins of budding yeast. As many
# genes exact as were measured, hardly a wrong one more, and no codon in two genes.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"
yeast=$shared/data/genomes/pombe
"$exonweave" annotate "$yeast/genome.fa.gz" "$yeast/targets.cerevisiae.pep.fa.gz" -o "$scratch/pombe" --threads 2 2>"$scratch/log"
grep -E '^exonweave: (gene model|[0-9,]+ genes)' "$scratch/log"
gzip -dc "$scratch/pombe/genes.gff3.gz" >"$scratch/genes.gff3"
# A warning too: the mitochondrion has genes of the gene model alone, and stands at the head for them.
gt -j 1 gff3validator "$scratch/genes.gff3" 2>"$scratch/warnings" >/dev/null
cat "$scratch/warnings" >&2
[ ! -s "$scratch/warnings" ]
python3 -B "$shared/tools/gene_set.py" "$yeast/annotation.gff3" "$scratch/genes.gff3" | tee "$scratch/figures"
awk '/^models/ {for (f = 1; f < NF; ++f) {if ($f == "exact") exact = $(f + 1) + 0; if ($f == "Sp") precision = $(f + 1) + 0}}
  /^two genes/ {shared = $3}
  END {exit !(exact >= 4400 && precision >= 0.89 && shared == 0)}' "$scratch/figures"
