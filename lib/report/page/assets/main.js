// The page in its order: what is seen first is made first.
function keepFilter(genes, table) {
  const search = makeSearch(genes),
    { models, first } = genes;
  const subsets = {
    complete: (m) => isComplete(models, m),
    partial: (m) => Boolean(models.partial[m]),
    pseudo: (m) => Boolean(models.pseudo[m]),
    unsure: (m) => isNumber(models.support[m]) && models.support[m] < 0.5,
  };
  const others = otherFilters(genes);
  const filter = () => {
    const finds = search(byId("query").value.trim()),
      least = byId("least").valueAsNumber,
      subset = subsets[byId("subset").value],
      evidence = byId("evidence").value,
      passes = others.asked(),
      mark = byId("mark").value;
    table.filter((g) => {
      const support = models.support[first[g]];
      return (
        finds(g) &&
        (Number.isNaN(least) || support === null || support >= least) &&
        (!subset || subset(first[g])) &&
        (!evidence || models.evidence[first[g]] === evidence) &&
        passes(g) &&
        hasMark(genes.marks.of(g), mark)
      );
    });
    byId("count").textContent =
      table.shown.length === genes.n
        ? plural(genes.n, "gene")
        : `${count(table.shown.length)} of ${plural(genes.n, "gene")}`;
  };
  byId("evidence").append(...Object.entries(evidenceNames).map(([value, name]) => make("option", { value }, name)));
  byId("evidence").closest("label").hidden = !hasEvidence(genes);
  byId("mark").append(...Object.entries(markFilters).map(([value, name]) => make("option", { value }, name)));
  for (const id of ["query", "least", "subset", "evidence", "mark", ...others.ids]) byId(id).addEventListener("input", filter);
  keepSearchKeys(table);
  /// Shows only what one choice lets pass: { subset: "partial" }.
  const show = (choice) => {
    for (const id of ["query", "least", "subset", "evidence", "mark", ...others.ids]) byId(id).value = choice[id] ?? "";
    filter();
    if (Object.keys(choice).length > 0) byId("genes").scrollIntoView();
  };
  byId("clear-filters").addEventListener("click", () => show({}));
  filter();
  return show;
}

const afterPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

async function main() {
  keepTheme();
  if (typeof DecompressionStream === "undefined")
    return byId("overview").append(note("This browser is too old for the page: it cannot unpack gzip."));
  const account = await data("account");
  const genes = readGenes(await data("genes"), account.sequences);
  genes.marks = new GeneMarks(genes, account.gene_set);
  const browser = new GenomeBrowser(account, genes, byId("browser-body"));
  const view = new GeneView(genes, byId("gene"), browser, account);
  const table = new GeneTable(genes, byId("table"), (g) => {
    view.show(g);
    setAddress(genes.id[g]);
  });
  const named = genes.id.indexOf(geneOfAddress());
  const show = keepFilter(genes, table);
  byId("gene-downloads").replaceChildren(...geneDownloads(genes, table));
  keepMarks(account, genes, table, view);
  showOverview(account, genes, show);
  showSequences(genes, (name) => show({ "on-sequence": name }));
  showUnplaced(await data("unplaced"));
  showRun(account, genes);
  byId("site-cards").replaceChildren(...siteCards(account.splice_model, account.run.training));
  markPlaceInNavigation();
  document.documentElement.dataset.state = "ready";
  await afterPaint();
  if (named >= 0) {
    table.chooseGene(named);
    byId("genes").scrollIntoView();
  } else if (genes.n > 0) {
    await view.show(0);
  }
  byId("figure-cards").replaceChildren(...(await figureCards(genes)));
  document.documentElement.dataset.state = "complete";
  return undefined;
}

main();
