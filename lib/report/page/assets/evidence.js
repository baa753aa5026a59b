// What genes rest on: alignments of proteins, the genome's own gene model, or both.
const evidenceNames = {
  protein: "protein",
  "protein,model": "protein and gene model",
  model: "gene model alone",
};

/// Files of runs that asked no gene model have none.
const hasEvidence = ({ models }) => models.evidence.some(Boolean);

/// No target was aligned to such a gene, and its score is that of the gene model.
const isOfModelAlone = (models, m) => models.evidence[m] === "model";
const countModelAlone = ({ models, first }) => first.filter((m) => isOfModelAlone(models, m)).length;
const alignmentScore = (models, m) => (isOfModelAlone(models, m) ? null : models.score[m]);

/// The target and its product.
function describe(genes, m) {
  const product = genes.models.product[m];
  if (isOfModelAlone(genes.models, m)) return `${product || "hypothetical protein"}; found by the gene model alone`;
  return [targetName(genes, m), product].filter(Boolean).join("  ");
}

/// Rounded down: a share below the least one never looks like it.
function selfTestText({ genes, found, least_share: least }) {
  const share = percent(Math.floor((100 * found) / genes) / 100, 0);
  return `reproduced ${share} of ${plural(genes, "gene")} exactly (${percent(least, 0)} are required)`;
}

/// Whether the gene model of a run was used, and why.
function geneModelText(model) {
  const { verdict, self_test: test, training_genes: genes, least_training_genes: least } = model;
  if (!model.used && verdict === "too_few_genes") {
    const required = isNumber(least) ? ` (${count(least)} are required)` : "";
    return `Gene model: not used, since there ${genes === 1 ? "is" : "are"} only ${plural(genes, "confident gene")} to train on${required}.`;
  }
  if (!model.used) return `Gene model: not used${test ? `, since in a two-fold self-test it ${selfTestText(test)}` : ""}.`;
  const why = { demanded: ", as requested", given: ", as given in a file" };
  const training = [
    genes > 0 && `trained on ${plural(genes, "confident gene")} (${plural(model.training_introns, "intron")})`,
    test && `in a two-fold self-test it ${selfTestText(test)}`,
  ].filter(Boolean);
  return [
    `Gene model: used${Object.hasOwn(why, verdict) ? why[verdict] : ""}.`,
    training.length > 0 && `${titleCase(training.join("; "))}.`,
    `It agrees with ${plural(model.agreeing, "gene")} of alignments in all exons, replaced ${count(model.replaced)} and added ${count(model.added)}.`,
    model.mobile_elements > 0 && `It removed ${plural(model.mobile_elements, "gene")} as mobile elements with a frameshift.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/// Genes by their evidence; nothing where no gene model was asked.
function evidenceCards(genes, model) {
  if (!model && !hasEvidence(genes)) return [];
  const { models, first } = genes;
  const rows = Object.entries(evidenceNames).map(([evidence, name]) => {
    const found = first.filter((m) => models.evidence[m] === evidence);
    return { name, n: found.length, n_complete: found.filter((m) => isComplete(models, m)).length };
  });
  const table = makeTable(
    [
      { title: "evidence", isText: true, cell: (row) => row.name },
      { title: "genes", cell: (row) => count(row.n) },
      { title: "share", cell: (row) => percent(row.n / genes.n) },
      { title: "complete", cell: (row) => count(row.n_complete) },
    ],
    rows,
  );
  return [makeCard("Genes by evidence", model && geneModelText(model), hasEvidence(genes) && table)];
}
