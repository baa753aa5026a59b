// What to look at first in this annotation, by its own numbers: three sentences.
/// Each with its share, the share from which it matters, and how the genes that it is about can be shown.
function possibleChecks(account, genes) {
  const { models, first } = genes,
    { run } = account;
  const number = (is) => first.filter(is).length;
  const share = (n, all, noun) => `${count(n)} of ${plural(all, noun)} (${percent(n / all, n / all < 0.01 ? 1 : 0)})`;
  const n_low = number((m) => isNumber(models.support[m]) && models.support[m] < 0.5),
    n_alone = countModelAlone(genes),
    n_disrupted = number((m) => models.pseudo[m]),
    n_partial = number((m) => models.partial[m] && !models.pseudo[m]);
  const identity = sortedNumbers(first.map((m) => models.identity[m]));
  const ofGenes = (n, usual, text, subset) => ({
    weight: n / genes.n / usual,
    n,
    text: `${share(n, genes.n, "gene")} ${text}`,
    subset,
  });
  const checks = [
    ofGenes(
      n_low,
      0.1,
      "have a support below 0.5: at least one of their exon boundaries is more likely wrong than right, so inspect them before any analysis of single genes.",
      "unsure",
    ),
    ofGenes(
      n_alone,
      0.2,
      "rest on the gene model alone: no given protein aligns to them, so confirm them by RNA-seq data, domains or more proteins.",
      "model",
    ),
    ofGenes(
      n_disrupted,
      0.03,
      "are disrupted by a frameshift or premature stop codon: they are pseudogenes or errors of the assembly.",
      "pseudo",
    ),
    ofGenes(
      n_partial,
      0.05,
      "lack a start or stop codon: look for ends of contigs and gaps of the assembly, or for diverged ends of the proteins.",
      "partial",
    ),
  ];
  const sets = completenessSets(run),
    set = sets.at(-1);
  if (set) {
    const n = set.missing + set.fragmented;
    checks.push({
      weight: n / set.n / (sets.length > 1 ? 0.05 : 0.25),
      n,
      text: `${share(set.missing, set.n, "protein")} of ${setName(set)} are missing and ${count(set.fragmented)} fragmented: completeness.tsv lists them, and --sensitive or closer relatives may recover some.`,
    });
    checks.push({
      weight: set.duplicated / set.n / (sets.length > 1 ? 0.05 : 0.15),
      n: set.duplicated,
      text: `${share(set.duplicated, set.n, "protein")} of ${setName(set)} are complete in several genes: these are gene families, or haplotypes that the assembly contains twice.`,
    });
  }
  const middle = quantile(identity, 0.5);
  if (isNumber(middle) && middle < 0.45)
    checks.push({
      weight: 0.45 / middle - 0.9,
      n: 1,
      text: `The median identity to the given proteins is ${percent(middle, 0)}: proteins of closer relatives would raise support and completeness most.`,
    });
  return checks;
}

function checksCard(account, genes, show) {
  if (genes.n === 0) return null;
  const chosen = possibleChecks(account, genes)
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3);
  const text = ({ text, subset }) =>
    make(
      "li",
      null,
      text,
      subset && [
        " ",
        make("button", { type: "button", class: "link", onclick: () => show(subset) }, "Show these genes"),
      ],
    );
  const card = makeCard(
    "What to check",
    null,
    chosen.length > 0
      ? make("ol", { class: "checks" }, chosen.map(text))
      : make("p", null, "All genes are complete and have a support of 0.5 or more, and no protein is missing."),
  );
  card.classList.add("whole");
  return card;
}
