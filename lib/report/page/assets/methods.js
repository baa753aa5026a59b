// How the annotation was made, in words for a paper, and what of the settings was chosen.
const inputsOf = (run, role) => (run.inputs ?? []).filter((input) => input.role === role);
const inputName = (input) => input.path ?? "standard input";

/// A file with what is known of it.
function withSum(input, ...facts) {
  if (input.md5) facts.push(`MD5 ${input.md5}`);
  return inputName(input) + (facts.length > 0 ? ` (${facts.join(", ")})` : "");
}

function joined(list) {
  return list.length < 3 ? list.join(" and ") : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;
}

function genomeText(account) {
  const { run, sequences } = account;
  const [input] = inputsOf(run, "genome");
  if (!input) return "the genome";
  const n_bases = sequences.length.reduce((sum, length) => sum + length, 0);
  const size = account.has_genome ? [`${plural(sequences.name.length, "sequence")}`, `${count(n_bases)} nt`] : [];
  return `the genome ${withSum(input, ...size)}`;
}

const searchTexts = {
  loci: "candidate regions were found by a seeded search of the six-frame translation",
  exhaustive: "candidate regions were found by an exhaustive comparison with all six frames",
  everywhere: "the complete sequences were searched",
  pairs: "candidate regions were given",
};

function spliceSentence(run) {
  const round = run.training?.at?.(-1);
  if (round?.chosen_by === "genes")
    return `Splice sites were scored by the model ${round.chosen}, chosen on ${plural(round.genes, "confident gene")} with ${plural(round.introns, "intron")} of this genome.`;
  if (round) return `Splice sites were scored by the model ${round.chosen}.`;
  const model = run.parameters?.scoring?.splice_model;
  return typeof model === "string" ? `Splice sites were scored by the model ${model}.` : null;
}

function geneModelSentence({ gene_model: model }) {
  if (!model) return null;
  if (!model.used) return "No gene model was used, so all genes rest on protein alignments.";
  const { genes, found } = model.self_test ?? {};
  const test =
    genes > 0 ? ` In a test, it reproduced ${percent(found / genes, 0)} of ${plural(genes, "held-out gene")} exactly.` : "";
  const origin =
    model.training_genes > 0
      ? `trained on ${plural(model.training_genes, "confident gene")} of this genome`
      : "given in a file";
  return `A gene model ${origin} refined these genes and predicted genes without homologous proteins.${test}`;
}

function resultSentence(account, genes) {
  const n_complete = genes.first.filter((m) => isComplete(genes.models, m)).length;
  const support = sortedNumbers(genes.first.map((m) => genes.models.support[m]));
  const median = support.length > 0 ? `, with a median support of ${decimal(quantile(support, 0.5), 3)}` : "";
  return `The annotation contains ${plural(genes.n, "gene")}, of which ${count(n_complete)} are complete${median}.`;
}

/// A paragraph for the methods of a paper.
function methodsText(account, genes) {
  const { run } = account,
    parameters = run.parameters ?? {};
  const targets = inputsOf(run, "targets").map((input) => withSum(input));
  const where = Object.hasOwn(searchTexts, parameters.where ?? "") ? searchTexts[parameters.where] : null;
  const limit = isNumber(parameters.max_e_value)
    ? ` Alignments with an E-value above ${parameters.max_e_value} were discarded.`
    : "";
  const sets = completenessSets(run).map((set) => `${completenessText(set)} for ${setName(set)}`);
  return [
    `Protein-coding genes were annotated in ${genomeText(account)} with exonweave ${run.version} (command ${run.subcommand}) by exact spliced alignment (Gelfand et al. 1996, doi:10.1073/pnas.93.17.9061) of the proteins${targets.length > 0 ? ` ${joined(targets)}` : ""}.`,
    where &&
      `First, ${where}; within each region the highest-scoring chain of all possible exons was then computed.${limit}`,
    spliceSentence(run),
    geneModelSentence(run),
    isNumber(parameters.min_support) &&
      `Genes with a support, the probability that all coding-exon boundaries are correct, below ${parameters.min_support} were removed.`,
    resultSentence(account, genes),
    sets.length > 0 &&
      `Completeness, from these alignments and in the categories of BUSCO but not computed by it, was ${joined(sets)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/// Copies a text; where the browser does not let it, marks it for the user.
async function copyText(text, host) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(host);
    return document.execCommand("copy");
  }
}

/// A card with a text to take away.
function copyCard(title, text, kind) {
  const host = make(kind === "command" ? "pre" : "p", { class: kind }, text);
  const button = make("button", { type: "button", class: "save" }, "Copy");
  button.addEventListener("click", async () => {
    button.textContent = (await copyText(text, host)) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  const card = makeCard(title, null, host);
  card.prepend(button);
  card.classList.add("whole");
  return card;
}

function folded(title, content) {
  return make("details", null, make("summary", null, title), content);
}

/// What was chosen first; what the program decides itself is folded.
function settingsCard(run) {
  const { scoring, ...parameters } = run.parameters ?? {};
  const given = Object.entries(run.options ?? {});
  const chosen =
    given.length > 0
      ? makeTable(
          [
            { title: "option", isText: true, cell: ([name]) => name },
            { title: "value", isFree: true, cell: ([, value]) => (value === true ? "yes" : String(value)) },
          ],
          given,
        )
      : note(
          run.options ? "All settings have their defaults." : "The file of this run does not list the options given.",
        );
  return makeCard(
    "Settings",
    given.length > 0 ? "Options given on the command line. All other settings have their defaults." : null,
    chosen,
    folded("All settings", pairsOf(parameters)),
    scoring && folded("Scoring", pairsOf(scoring)),
  );
}

function versionsCard(run) {
  return makeCard("Versions", null, pairsOf({ exonweave: run.version, ...run.versions }));
}
