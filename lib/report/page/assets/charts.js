// Charts, by Observable Plot. Their numbers stand in a table too, which needs no library.
const withoutCharts = "This program was built without its chart library, so the page contains tables instead of charts.";

/// What is said of a chart alone.
const ofChart = (text) => (hasLibrary("charts") ? text : "");

/// `plot(width)` makes the chart whenever the width changes; `rows` of numbers stand below it.
function chartCard(title, text, plot, table) {
  const chart = make("div", { class: "chart" });
  const card = makeCard(title, text, hasLibrary("charts") ? chart : null, table);
  if (!hasLibrary("charts")) return card;
  library("charts").then(() => drawFitted(chart, (width) => asPicture(plot(width), title)));
  return withSvgButton(card, chart, title);
}

/// With one name: groups of a picture have none that is read.
function asPicture(chart, title) {
  for (const group of chart.querySelectorAll("g[aria-label]")) group.removeAttribute("aria-label");
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", title);
  return chart;
}

function baseStyle(width, more) {
  return {
    width,
    height: 230,
    marginLeft: 46,
    marginBottom: 36,
    style: { background: "none", fontSize: "11.5px", color: "currentColor" },
    ...more,
  };
}

/// The numbers of a chart, below it or instead of it.
function numbersOf(title, table) {
  return hasLibrary("charts")
    ? make("details", null, make("summary", null, title), table)
    : make("div", null, make("p", { class: "quiet" }, `${title}:`), table);
}

function quantileTable(title, rows) {
  const shares = [
    ["least", 0],
    ["quarter", 0.25],
    ["median", 0.5],
    ["three quarters", 0.75],
    ["most", 1],
  ];
  return numbersOf(
    title,
    makeTable(
      [
        { title: "", isText: true, cell: (row) => row.name },
        { title: "number", cell: (row) => count(row.sorted.length) },
        ...shares.map(([title, share]) => ({ title, cell: (row) => row.format(quantile(row.sorted, share)) })),
      ],
      rows,
    ),
  );
}

/// No more ticks than the greatest count, so that all are whole numbers.
const countTicks = (most, greatest) => Math.min(most, Math.max(1, greatest));
const highest = (bars) => Math.max(...bars.map((bar) => bar.y));

/// Equal bins, of logarithms where lengths differ by orders.
function histogram(sorted, { label, isLog, domain, width, fill = "var(--accent)" }) {
  const low = domain?.[0] ?? (isLog ? Math.max(1, sorted[0]) : 0),
    high = domain?.[1] ?? Math.max(low * 1.01 + 1e-9, sorted.at(-1));
  const n = Math.max(12, Math.min(40, Math.round(width / 12)));
  const warp = isLog ? Math.log10 : (value) => value,
    unwarp = isLog ? (value) => 10 ** value : (value) => value;
  const step = (warp(high) - warp(low)) / n || 1;
  const bins = Array.from({ length: n }, (_, k) => ({
    x1: unwarp(warp(low) + k * step),
    x2: unwarp(warp(low) + (k + 1) * step),
    y: 0,
  }));
  for (const value of sorted) bins[Math.max(0, Math.min(n - 1, Math.floor((warp(value) - warp(low)) / step)))].y += 1;
  return Plot.plot(
    baseStyle(width, {
      x: {
        type: isLog ? "log" : "linear",
        domain: [low, high],
        label,
        ...(isLog ? { ticks: Math.max(3, Math.round(width / 110)), tickFormat: "~s" } : {}),
      },
      y: { label: "number", grid: true, ticks: countTicks(4, highest(bins)) },
      marks: [
        Plot.rectY(bins, {
          x1: "x1",
          x2: "x2",
          y: "y",
          fill,
          insetLeft: 0.5,
          insetRight: 0.5,
          title: (bin) => `${Number(bin.x1.toPrecision(3))} to ${Number(bin.x2.toPrecision(3))}: ${count(bin.y)}`,
        }),
        Plot.ruleY([0]),
      ],
    }),
  );
}

function lengthCard(title, text, name, values, label = "nt") {
  const sorted = sortedNumbers(values);
  if (sorted.length === 0) return null;
  return chartCard(
    title,
    text,
    (width) => histogram(sorted, { label, isLog: true, width }),
    quantileTable(`Quantiles, ${label}`, [{ name, sorted, format: (value) => count(value) }]),
  );
}

/// A histogram of a share that genes have.
function shareCard(title, text, genes, name) {
  const sorted = sortedNumbers(genes.first.map((m) => genes.models[name][m]));
  if (sorted.length === 0) return null;
  return chartCard(
    title,
    text,
    (width) => histogram(sorted, { label: name, domain: [0, 1], width }),
    quantileTable(`Quantiles of ${name}`, [{ name, sorted, format: (value) => percent(value) }]),
  );
}

function identityCard(genes) {
  const identity = sortedNumbers(genes.first.map((m) => genes.models.identity[m]));
  const coverage = sortedNumbers(genes.first.map((m) => genes.models.coverage[m]));
  if (identity.length === 0) return null;
  const points = genes.first
    .map((m) => ({ x: genes.models.coverage[m], y: genes.models.identity[m] }))
    .filter(({ x, y }) => isNumber(x) && isNumber(y));
  const nAlone = countModelAlone(genes),
    excluded = nAlone > 0 ? ` Excluded: ${plural(nAlone, "gene")} of the gene model alone.` : "";
  return chartCard(
    "Identity and coverage of targets",
    `Each gene by the target that fits it best.${excluded}${ofChart(" Cells of a stronger colour contain more genes.")}`,
    (width) =>
      Plot.plot(
        baseStyle(width, {
          height: 260,
          x: { domain: [0, 1], label: "coverage of the target", tickFormat: "%" },
          y: { domain: [0, 1], label: "identity", tickFormat: "%", grid: true, ticks: 5 },
          opacity: { type: "sqrt", range: [0.12, 1] },
          marks: [
            Plot.rect(
              points,
              Plot.bin(
                { fillOpacity: "count" },
                {
                  x: "x",
                  y: "y",
                  fill: "var(--accent)",
                  thresholds: Array.from({ length: 41 }, (_, k) => k / 40),
                  inset: 0.3,
                },
              ),
            ),
            Plot.ruleY([0]),
            Plot.ruleX([0]),
          ],
        }),
      ),
    quantileTable("Quantiles of identity and coverage", [
      { name: "identity", sorted: identity, format: (value) => percent(value) },
      { name: "coverage", sorted: coverage, format: (value) => percent(value) },
    ]),
  );
}

/// Genes that each --min-support leaves; those without a support always stay.
function supportLevels(genes) {
  const sorted = sortedNumbers(genes.first.map((m) => genes.models.support[m]));
  const n_without = genes.n - sorted.length;
  const left = (least) => {
    let low = 0,
      high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < least) low = middle + 1;
      else high = middle;
    }
    return n_without + sorted.length - low;
  };
  return { sorted, n_without, left };
}

/// Models have one where they are of proteins, on exons that the run found, with margins.
function whyNoSupport(run) {
  if (run.parameters?.targets === "dna") return "It is computed for proteins only, and the targets are DNA.";
  if (run.inputs?.some(({ role }) => role === "candidates"))
    return "It is computed for runs that search for exons, and this one was given candidate exons.";
  if (run.parameters?.margins === false) return "The run had --no-margins.";
  return "The file of the models contains none.";
}

function supportCard(genes, run) {
  const { sorted, n_without, left } = supportLevels(genes);
  if (sorted.length === 0) return [note(`The genes have no support. ${whyNoSupport(run)}`)];
  const levels = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];
  const curve = Array.from({ length: 101 }, (_, k) => ({ x: k / 100, y: left(k / 100) })).filter(({ x }) => x >= 0.4);
  const table = makeTable(
    [
      { title: "--min-support", cell: (level) => (level === 0 ? "any" : decimal(level, 2)) },
      { title: "genes", cell: (level) => count(left(level)) },
      { title: "share", cell: (level) => percent(left(level) / genes.n) },
    ],
    levels,
  );
  const text = `Support is the probability that all exon boundaries of a gene are correct.${n_without > 0 ? ` ${plural(n_without, "gene")} without a support always stay${n_without === 1 ? "s" : ""}.` : ""}`;
  const chart =
    hasLibrary("charts") &&
    chartCard("Support of genes, cumulative", text, (width) =>
      Plot.plot(
        baseStyle(width, {
          height: 270,
          x: { label: "least support", domain: [0.4, 1] },
          y: { label: "genes", grid: true, ticks: countTicks(5, genes.n), domain: [0, genes.n] },
          marks: [
            Plot.areaY(curve, { x: "x", y: "y", fill: "var(--accent)", fillOpacity: 0.12, curve: "step-before" }),
            Plot.lineY(curve, { x: "x", y: "y", stroke: "var(--accent)", strokeWidth: 2, curve: "step-before" }),
            Plot.ruleX(curve, Plot.pointerX({ x: "x", stroke: "var(--quiet)", strokeDasharray: "2,2" })),
            Plot.text(
              curve,
              Plot.pointerX({ x: "x", y: "y", dy: -10, text: ({ x, y }) => `${x.toFixed(2)}: ${count(y)} genes` }),
            ),
            Plot.ruleY([0]),
          ],
        }),
      ),
    );
  const card = makeCard("Genes kept at each threshold", chart ? "Genes that --min-support keeps." : text, table);
  return chart ? [chart, card] : [card];
}

async function figureCards(genes) {
  const parts = readParts(await data("parts"));
  const exons = [],
    introns = [],
    perGene = [];
  for (const m of genes.first) {
    const places = exonsOf(parts, m);
    perGene.push(places.length);
    places.forEach(({ start, end }, e) => {
      exons.push(end - start);
      if (e > 0) introns.push(start - places[e - 1].end);
    });
  }
  const perGeneSorted = sortedNumbers(perGene),
    usual = Math.max(8, quantile(perGeneSorted, 0.99) ?? 0);
  const perGeneCard =
    perGeneSorted.length > 0 &&
    chartCard(
      "Exons per gene",
      ofChart(`The last bar has ${usual} and more.`),
      (width) => {
        const counts = Array.from({ length: usual }, (_, k) => ({
          n: k + 1,
          y: perGene.filter((n) => (k + 1 === usual ? n >= usual : n === k + 1)).length,
        }));
        return Plot.plot(
          baseStyle(width, {
            x: {
              label: "exons",
              tickFormat: (n) => (n % Math.ceil(usual / (width / 34)) === 0 || n === 1 ? String(n) : ""),
            },
            y: { label: "genes", grid: true, ticks: countTicks(4, highest(counts)) },
            marks: [
              Plot.barY(counts, { x: "n", y: "y", fill: "var(--accent)", title: ({ n, y }) => `${n}: ${count(y)}` }),
              Plot.ruleY([0]),
            ],
          }),
        );
      },
      quantileTable("Quantiles of the number of exons", [{ name: "exons", sorted: perGeneSorted, format: (value) => count(value) }]),
    );
  return [
    !hasLibrary("charts") && make("p", { class: "note whole" }, withoutCharts),
    identityCard(genes),
    shareCard("Support", "Probability that all exon boundaries of a gene are correct.", genes, "support"),
    shareCard("Identity", "Identical residues of the alignments of genes.", genes, "identity"),
    perGeneCard,
    lengthCard("Lengths of genes", "From the first to the last coding base.", "genes", genes.length),
    lengthCard("Lengths of exons", "Coding exons of the first transcript of each gene.", "exons", exons),
    lengthCard("Lengths of introns", "Of the first transcript of each gene.", "introns", introns),
  ].filter(Boolean);
}
