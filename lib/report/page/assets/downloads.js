// Files that the browser makes from what the page holds: the genes that are shown, and figures.
/// A field of a table: no tabs and line ends in it.
const tsvField = (value) =>
  value === null || value === undefined
    ? ""
    : String(value).replace(/[\t\r\n]/g, (letter) => encodeURIComponent(letter));
const tsvText = (rows) => rows.map((row) => `${row.map(tsvField).join("\t")}\n`).join("");

/// Columns of the table of genes; places are 1-based, inclusive.
function geneTableColumns(genes) {
  const { models, first } = genes;
  const ofModel = (name) => [name, (g) => models[name][first[g]]];
  return [
    ["gene", (g) => genes.id[g]],
    ["name", (g) => geneName(genes, g)],
    ["sequence", (g) => genes.sequences.name[genes.sequence[g]]],
    ["start", (g) => genes.start[g] + 1],
    ["end", (g) => genes.start[g] + genes.length[g]],
    ["strand", (g) => genes.strand[g]],
    ["exons", (g) => models.n_exons[first[g]]],
    ["transcripts", (g) => genes.modelsOf[g].length],
    ["target", (g) => (isOfModelAlone(models, first[g]) ? "" : targetName(genes, first[g]))],
    ...["product", "score", "support", "min_margin", "identity", "coverage", "e_value", "model_score", "evidence"].map(
      ofModel,
    ),
    ...["partial", "frameshifts", "internal_stops", "antisense_to", "locus_tag"].map(ofModel),
  ];
}

function geneTableText(genes, list) {
  const columns = geneTableColumns(genes);
  return tsvText([columns.map(([name]) => name), ...Array.from(list, (g) => columns.map(([, cell]) => cell(g)))]);
}

/// As GFF3 has it in a column or a value.
const gffText = (text) => String(text).replace(/[\x00-\x1f\x7f%;=&,]/g, encodeURIComponent); // eslint-disable-line no-control-regex
const gffName = (text) => gffText(text).replaceAll(" ", "%20");

function gffRow(genes, s, kind, start, end, score, strand, phase, attributes) {
  const list = attributes.filter(([, value]) => value !== null && value !== undefined && value !== "");
  const columns = [
    gffName(genes.sequences.name[s]).replace(/^>/, "%3E"),
    "exonweave",
    kind,
    start + 1,
    end,
    score ?? ".",
    strand,
    phase ?? ".",
  ];
  return `${columns.join("\t")}\t${list.map(([name, value]) => `${name}=${value}`).join(";")}\n`;
}

const modelFigures = [
  "identity",
  "coverage",
  "e_value",
  "min_margin",
  "support",
  "runner_up",
  "frameshifts",
  "internal_stops",
  "model_score",
];
const modelWords = ["product", "pseudo", "antisense_to"],
  modelLists = ["partial", "evidence"];

function modelRows(genes, parts, g, m) {
  const { models } = genes;
  const strand = models.strand[m] ?? genes.strand[g],
    id = gffText(models.id[m]);
  const target =
    models.target[m] === null
      ? null
      : `${gffName(targetName(genes, m))} ${models.target_first[m]} ${models.target_last[m]}`;
  const mRna = gffRow(
    genes,
    genes.sequence[g],
    "mRNA",
    models.start[m],
    models.start[m] + models.length[m],
    models.score[m],
    strand,
    null,
    [
      ["ID", id],
      ["Parent", gffText(genes.id[g])],
      ["Name", models.Name[m] && gffText(models.Name[m])],
      ["Target", target],
      ...modelFigures.map((name) => [name, models[name][m]]),
      ...modelWords.map((name) => [name, models[name][m] && gffText(models[name][m])]),
      ...modelLists.map((name) => [name, models[name][m] && models[name][m].split(",").map(gffText).join(",")]),
    ],
  );
  const coding = partsOf(parts, m).map((part) =>
    gffRow(genes, genes.sequence[g], "CDS", part.start, part.end, null, strand, part.phase, [
      ["ID", `${id}.cds`],
      ["Parent", id],
      ["Target", part.target && `${gffName(part.target)} ${part.first} ${part.last}`],
      ["margin", part.margin],
      ["support", part.support],
    ]),
  );
  return mRna + coding.join("");
}

function gff3Text(genes, parts, list) {
  const rows = Array.from(
    list,
    (g) =>
      gffRow(
        genes,
        genes.sequence[g],
        "gene",
        genes.start[g],
        genes.start[g] + genes.length[g],
        genes.models.score[genes.first[g]],
        genes.strand[g],
        null,
        [
          ["ID", gffText(genes.id[g])],
          ["Name", genes.name[g] && gffText(genes.name[g])],
          ["locus_tag", genes.models.locus_tag[genes.first[g]] && gffText(genes.models.locus_tag[genes.first[g]])],
        ],
      ) + genes.modelsOf[g].map((m) => modelRows(genes, parts, g, m)).join(""),
  );
  return `##gff-version 3\n${rows.join("")}`;
}

/// Of all transcripts whose proteins the page holds.
function proteinText(genes, proteins, list) {
  const records = Array.from(list, (g) => genes.modelsOf[g])
    .flat()
    .map((m) => genes.models.id[m])
    .filter((id) => Object.hasOwn(proteins, id))
    .map((id) => `${fastaText(id, proteins[id])}\n`);
  return records.join("");
}

/// Buttons for the genes that the table shows, in its order.
function geneDownloads(genes, table) {
  const button = (title, make_text, name, type) =>
    make("button", { type: "button", onclick: async () => saveFile(name, await make_text(table.shown), type) }, title);
  return [
    make("span", { class: "quiet" }, "Download these genes:"),
    button("Table (TSV)", (list) => geneTableText(genes, list), "genes.tsv", "text/tab-separated-values"),
    button("GFF3", async (list) => gff3Text(genes, readParts(await data("parts")), list), "genes.gff3", "text/plain"),
    packedText("proteins") &&
      button(
        "Proteins (FASTA)",
        async (list) => proteinText(genes, await data("proteins"), list),
        "genes.pep.fa",
        "text/plain",
      ),
  ].filter(Boolean);
}

const svgStyles = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "paint-order",
];

/// Colours as every program reads them: mixtures become plain ones.
function plainColour(text) {
  if (!/^(color|oklab|oklch|lab|lch)/.test(text)) return text;
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
}

/// A drawing as a file of its own, in the colours of paper.
function svgText(svg) {
  const copy = svg.cloneNode(true),
    paper = make("div", { class: "paper" }, copy);
  svg.parentNode.append(paper); // within the same rules
  const elements = [copy, ...copy.querySelectorAll("*:not(style)")];
  const styles = elements.map((element) => {
    const style = getComputedStyle(element);
    return svgStyles.map((name) => [name, plainColour(style.getPropertyValue(name))]);
  });
  elements.forEach((element, k) => {
    for (const name of ["class", "style"]) element.removeAttribute(name);
    for (const [name, value] of styles[k]) element.setAttribute(name, value);
  });
  copy.querySelectorAll("style").forEach((style) => style.remove());
  paper.remove();
  const { width, height } = svg.getBoundingClientRect();
  for (const [name, value] of Object.entries({ xmlns: svgNamespace, width, height })) copy.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copy);
}

const fileName = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/// Adds a button to a card, which saves the drawing in `host`.
function withSvgButton(card, host, title) {
  const save = () => {
    const svg = host.querySelector("svg");
    if (svg) saveFile(`${fileName(title)}.svg`, svgText(svg), "image/svg+xml");
  };
  card.prepend(make("button", { type: "button", class: "save", title: "Download this figure", onclick: save }, "SVG"));
  return card;
}
