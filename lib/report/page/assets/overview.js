// The head of the page: the run in five figures, and what each support leaves.
function genomeName(account) {
  const genome = account.run.inputs?.find?.((input) => input.role === "genome");
  return genome?.path ?? "";
}

function headline(account, genes) {
  const { models, first } = genes;
  const n_disrupted = first.filter((m) => models.pseudo[m]).length;
  const n_complete = first.filter((m) => isComplete(models, m)).length;
  const ofSome = (values) => (countModelAlone(genes) > 0 ? ` of ${plural(values.length, "gene")}` : "");
  const { all, with_model: placed } = account.targets;
  const support = sortedNumbers(first.map((m) => models.support[m]));
  const identity = sortedNumbers(first.map((m) => models.identity[m])),
    coverage = sortedNumbers(first.map((m) => models.coverage[m]));
  const { peak_memory_bytes: peak, seconds: times } = account.run;
  const noun = account.run.parameters?.targets === "dna" ? "Targets" : "Proteins";
  return [
    [
      "Genes",
      count(genes.n),
      `${count(n_complete)} complete${n_disrupted > 0 ? `, ${count(n_disrupted)} disrupted` : ""}`,
    ],
    [
      `${noun} aligned`,
      isNumber(placed) && all > 0 ? percent(placed / all, 0) : count(placed),
      all > 0 ? `${count(placed)} of ${count(all)}` : "with a model",
    ],
    [
      "Support of 0.9 or more",
      support.length > 0 ? percent(support.filter((value) => value >= 0.9).length / support.length, 0) : missing,
      support.length > 0 ? `median ${decimal(quantile(support, 0.5), 3)}${ofSome(support)}` : "no support given",
    ],
    [
      `Identity to ${noun.toLowerCase()}`,
      percent(quantile(identity, 0.5), 0),
      `median${ofSome(identity)}; coverage ${percent(quantile(coverage, 0.5), 0)}`,
    ],
    [
      "Time",
      seconds(times?.total),
      [
        account.run.parameters?.threads && plural(account.run.parameters.threads, "thread"),
        isNumber(peak) && `${bytes(peak)} of memory`,
      ]
        .filter(Boolean)
        .join(", "),
    ],
  ];
}

function showOverview(account, genes, show) {
  const name = genomeName(account);
  const title = name ? `Genes in ${name}` : "Gene annotation";
  document.title = `${title} – exonweave`;
  byId("title").textContent = title;
  const targets = (account.run.inputs ?? []).filter((input) => input.role === "targets").map((input) => input.path);
  byId("subtitle").textContent = [
    targets.length > 0 && `Annotated with ${targets.join(", ")}`,
    `exonweave ${account.run.version} ${account.run.subcommand}`,
  ]
    .filter(Boolean)
    .join(" · ");
  byId("headline").replaceChildren(
    ...headline(account, genes).map(([about, figure, more]) =>
      make("li", null, make("span", { class: "name" }, about), make("strong", null, figure), make("span", null, more)),
    ),
  );
  const showSubset = (subset) => show(subset === "model" ? { evidence: "model" } : { subset });
  byId("completeness").replaceChildren(
    ...[completenessCard(account.run), checksCard(account, genes, showSubset)].filter(Boolean),
  );
  byId("by-evidence").replaceChildren(...evidenceCards(genes, account.run.gene_model));
  byId("support").replaceChildren(...supportCard(genes, account.run));
  byId("footer").textContent =
    `Made by exonweave ${account.run.version}. This page holds all its data and loads nothing from a network.`;
}
