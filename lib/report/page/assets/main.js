// The page in its order: what is seen first is made first.
function keepFilter(genes, table) {
  const search = makeSearch(genes),
    { models, first } = genes;
  const subsets = {
    complete: (m) => isComplete(models, m),
    partial: (m) => Boolean(models.partial[m]),
    pseudo: (m) => Boolean(models.pseudo[m]),
  };
  const filter = () => {
    const finds = search(byId("query").value.trim()),
      least = byId("least").valueAsNumber,
      subset = subsets[byId("subset").value],
      evidence = byId("evidence").value;
    table.filter((g) => {
      const support = models.support[first[g]];
      return (
        finds(g) &&
        (Number.isNaN(least) || support === null || support >= least) &&
        (!subset || subset(first[g])) &&
        (!evidence || models.evidence[first[g]] === evidence)
      );
    });
    byId("count").textContent =
      table.shown.length === genes.n
        ? plural(genes.n, "gene")
        : `${count(table.shown.length)} of ${plural(genes.n, "gene")}`;
  };
  byId("evidence").append(...Object.entries(evidenceNames).map(([value, name]) => make("option", { value }, name)));
  byId("evidence").closest("label").hidden = !hasEvidence(genes);
  for (const id of ["query", "least", "subset", "evidence"]) byId(id).addEventListener("input", filter);
  byId("query").form.addEventListener("submit", (event) => event.preventDefault());
  byId("query").addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      table.body.focus();
      table.choose(Math.max(0, table.chosen));
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.nodeName)) {
      event.preventDefault();
      byId("query").focus();
    }
  });
  filter();
}

const hashStart = "#gene=";

/// The gene that the address names.
function geneOfAddress(genes) {
  if (!location.hash.startsWith(hashStart)) return -1;
  try {
    return genes.id.indexOf(decodeURIComponent(location.hash.slice(hashStart.length)));
  } catch {
    return -1; // no text that was encoded
  }
}

function markPlaceInNavigation() {
  const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
  const seen = new Set();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) seen.add(target.id);
        else seen.delete(target.id);
      const current = [...links.keys()].find((id) => seen.has(id));
      for (const [id, link] of links)
        if (id === current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
    },
    { rootMargin: "-64px 0px -55% 0px" },
  );
  for (const id of links.keys()) observer.observe(byId(id));
}

const afterPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

async function main() {
  if (typeof DecompressionStream === "undefined")
    return byId("overview").append(note("This browser is too old for the page: it cannot unpack gzip."));
  const account = await data("account");
  const genes = readGenes(await data("genes"), account.sequences);
  const browser = new GenomeBrowser(account, genes, byId("browser-body"));
  const view = new GeneView(genes, byId("gene"), { browse: (g) => browser.browse(g) }, account);
  const table = new GeneTable(genes, byId("table"), (g) => {
    view.show(g);
    history.replaceState(null, "", `${hashStart}${encodeURIComponent(genes.id[g])}`);
  });
  const named = geneOfAddress(genes);
  keepFilter(genes, table);
  showOverview(account, genes);
  showUnplaced(await data("unplaced"));
  showRun(account);
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
