// The table of genes: sorted, searched, and with rows only for what is in sight, so that its size does not matter.
const rowsAround = 6;

class GeneTable {
  constructor(genes, host, onChoose, columns = geneColumns(genes)) {
    this.genes = genes;
    this.onChoose = onChoose;
    this.columns = columns;
    this.shown = Int32Array.from({ length: genes.n }, (_, g) => g);
    this.order = { name: "place", descending: false };
    this.chosen = -1; // place in `shown`
    this.pool = [];
    this.build(host);
  }

  build(host) {
    this.head = make(
      "div",
      { id: "genes-head", class: "row head", role: "row", "aria-rowindex": 1 },
      this.columns.map((each) => this.headCell(each)),
    );
    this.space = make("div", { role: "presentation" });
    this.body = make(
      "div",
      {
        class: "body",
        tabindex: 0,
        role: "grid",
        "aria-label": "Genes",
        "aria-owns": "genes-head",
        "aria-colcount": this.columns.length,
        onscroll: () => this.later(),
        onkeydown: (event) => this.onKey(event),
        onclick: (event) => this.onClick(event),
      },
      this.space,
    );
    this.grid = make("div", { class: "grid" }, this.head, this.body);
    if (this.genes.sequences) this.grid.style.setProperty("--place", `${longestPlace(this.genes)}ch`);
    host.replaceChildren(this.grid);
    new ResizeObserver(() => this.later()).observe(this.body);
  }

  headCell(each) {
    const cell = make(
      "div",
      { class: cellClass(each), role: "columnheader" },
      make("button", { type: "button", title: each.title, onclick: () => this.sortBy(each.name) }, each.label),
    );
    cell.dataset.column = each.name;
    return cell;
  }

  /// Shows the genes for which `wants(g)` holds, in the order that was chosen.
  filter(wants) {
    const kept = this.gene;
    this.shown = Int32Array.from({ length: this.genes.n }, (_, g) => g).filter(wants);
    this.sort(kept);
  }

  sortBy(name) {
    const each = this.columns.find((one) => one.name === name);
    const isSame = this.order.name === name;
    this.order = { name, descending: isSame ? !this.order.descending : (each.startsDescending ?? false) };
    this.sort(this.gene);
  }

  sort(kept) {
    const each = this.columns.find((one) => one.name === this.order.name);
    const sign = this.order.descending ? -1 : 1;
    const { key } = each;
    // What has no value stands last, whatever the order.
    this.shown.sort((a, b) => {
      const left = key(a),
        right = key(b);
      if (left === right) return a - b;
      if (left === null) return 1;
      if (right === null) return -1;
      return left < right ? -sign : sign;
    });
    for (const cell of this.head.children) {
      if (cell.dataset.column === this.order.name)
        cell.setAttribute("aria-sort", this.order.descending ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    }
    this.chosen = kept === undefined ? -1 : this.shown.indexOf(kept);
    this.body.scrollTop = 0;
    if (this.chosen >= 0) this.reveal();
    this.draw();
  }

  get gene() {
    return this.chosen < 0 ? undefined : this.shown[this.chosen];
  }

  get rowHeight() {
    return this.head.offsetHeight || 32;
  }

  later() {
    this.frame ??= requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = undefined;
    const height = this.rowHeight;
    const first = Math.max(0, Math.floor(this.body.scrollTop / height) - rowsAround);
    const end = Math.min(this.shown.length, first + Math.ceil(this.body.clientHeight / height) + 2 * rowsAround);
    this.body.setAttribute("aria-rowcount", this.shown.length + 1);
    this.space.style.height = `${this.shown.length * height}px`;
    while (this.pool.length < end - first) this.pool.push(this.newRow());
    this.pool.forEach((row, k) => this.fill(row, first + k, end, height));
    this.body.setAttribute(
      "aria-activedescendant",
      this.chosen >= first && this.chosen < end ? `row-${this.chosen}` : "",
    );
    if (this.shown.length === 0) this.space.replaceChildren(make("p", { class: "empty" }, "No matching genes"));
    else if (this.space.firstChild?.nodeName === "P") this.space.replaceChildren(...this.pool);
  }

  newRow() {
    const row = make(
      "div",
      { class: "row", role: "row" },
      this.columns.map((each) => make("div", { class: cellClass(each), role: "gridcell" })),
    );
    this.space.append(row);
    return row;
  }

  fill(row, place, end, height) {
    row.hidden = place >= end;
    row.style.display = row.hidden ? "none" : "";
    if (row.hidden) return;
    row.id = `row-${place}`;
    row.style.top = `${place * height}px`;
    row.setAttribute("aria-rowindex", place + 2);
    row.setAttribute("aria-selected", place === this.chosen);
    const g = this.shown[place];
    if (row.gene === g) return;
    row.gene = g;
    this.columns.forEach((each, c) => row.children[c].replaceChildren(...[each.cell(g)].flat()));
  }

  /// Draws rows anew whose cells have changed.
  refresh() {
    for (const row of this.pool) row.gene = undefined;
    this.draw();
  }

  onClick(event) {
    const row = event.target.closest(".row");
    if (row) this.choose(Number(row.id.slice("row-".length)));
  }

  onKey(event) {
    const page = Math.max(1, Math.floor(this.body.clientHeight / this.rowHeight) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.choose(Math.max(0, this.chosen + steps[event.key]));
  }

  choose(place) {
    if (this.shown.length === 0) return;
    this.chosen = Math.min(place, this.shown.length - 1);
    this.reveal();
    this.draw();
    this.onChoose(this.gene);
  }

  /// Chooses a gene; one that the search leaves out is shown without a row.
  chooseGene(g) {
    const place = this.shown.indexOf(g);
    if (place >= 0) {
      this.choose(place);
    } else {
      this.chosen = -1;
      this.draw();
      this.onChoose(g);
    }
  }

  reveal() {
    const height = this.rowHeight,
      top = this.chosen * height;
    if (top < this.body.scrollTop) this.body.scrollTop = top;
    else if (top + height > this.body.scrollTop + this.body.clientHeight)
      this.body.scrollTop = top + height - this.body.clientHeight;
  }
}

/// Letters of the longest place, with room around it; long names are cut.
function longestPlace({ sequences }) {
  const letters = sequences.name.map((name, s) => name.length + 2 * count(sequences.length[s]).length + 4);
  return Math.min(
    40,
    letters.reduce((most, n) => Math.max(most, n), 0) + 2,
  );
}

function cellClass(each) {
  return ["cell", each.isText && "text", each.from].filter(Boolean).join(" ");
}

function meter(value) {
  if (!isNumber(value)) return missing;
  return [
    make(
      "span",
      { class: "meter" },
      make("i", { style: `width:${Math.round(100 * value)}%;background:${supportColour(value)}` }),
    ),
    decimal(value, 3),
  ];
}

/// A gene set does not say which end it lacks.
const partialText = (ends) => (ends === "true" ? "partial" : `no ${ends.replace(",", ", ")}`);

function tagsOf(genes, g) {
  const { models } = genes,
    m = genes.first[g];
  const tags = [];
  if (models.pseudo[m] || models.frameshifts[m] || models.internal_stops[m])
    tags.push(make("span", { class: "tag warm" }, "disrupted"));
  if (models.partial[m]) tags.push(make("span", { class: "tag warm" }, partialText(models.partial[m])));
  if (isOfModelAlone(models, m)) tags.push(make("span", { class: "tag" }, "no protein"));
  if (models.antisense_to[m]) tags.push(make("span", { class: "tag" }, "antisense"));
  if (genes.modelsOf[g].length > 1) tags.push(make("span", { class: "tag" }, "isoforms"));
  return tags;
}

/// `from` is the width of window that a column needs: "wide" is more than a phone, "minor" more than a tablet.
function geneColumns(genes) {
  const { models, first } = genes;
  const figure = (name) => (g) => models[name][first[g]];
  return [
    {
      name: "gene",
      label: "Gene",
      title: "name of the gene",
      isText: true,
      key: (g) => geneName(genes, g).toLowerCase(),
      cell: (g) => [genes.marks.of(g).mark && markSign(genes.marks.of(g).mark), geneName(genes, g)].filter(Boolean),
    },
    {
      name: "place",
      label: "Location",
      title: "sequence, first and last base, strand",
      isText: true,
      key: (g) => g,
      cell: (g) => `${placeText(genes, g)} ${genes.strand[g]}`,
    },
    {
      name: "exons",
      label: "Exons",
      title: "coding exons",
      from: "wide",
      startsDescending: true,
      key: figure("n_exons"),
      cell: (g) => count(figure("n_exons")(g)),
    },
    {
      name: "target",
      label: "Target",
      title: "the protein that was aligned, and its product",
      isText: true,
      from: "wide",
      key: (g) => (isOfModelAlone(models, first[g]) ? null : describe(genes, first[g]) || null),
      cell: (g) => describe(genes, first[g]),
    },
    {
      name: "score",
      label: "Score",
      title: "score of the alignment",
      from: "minor",
      startsDescending: true,
      key: (g) => alignmentScore(models, first[g]),
      cell: (g) => scoreText(alignmentScore(models, first[g])),
    },
    {
      name: "support",
      label: "Support",
      title: "probability that all exon boundaries of the gene are correct",
      startsDescending: true,
      key: figure("support"),
      cell: (g) => meter(figure("support")(g)),
    },
    {
      name: "identity",
      label: "Identity",
      title: "identical residues of the alignment",
      from: "wide",
      startsDescending: true,
      key: figure("identity"),
      cell: (g) => percent(figure("identity")(g)),
    },
    {
      name: "coverage",
      label: "Coverage",
      title: "share of the protein that is aligned",
      from: "minor",
      startsDescending: true,
      key: figure("coverage"),
      cell: (g) => percent(figure("coverage")(g)),
    },
    {
      name: "e_value",
      label: "E-value",
      title: "alignments with such a score expected by chance",
      from: "minor",
      key: figure("e_value"),
      cell: (g) => exponent(figure("e_value")(g)),
    },
    {
      name: "notes",
      label: "Notes",
      title: "unusual features",
      isText: true,
      from: "minor",
      startsDescending: true,
      key: (g) => tagsOf(genes, g).length || null,
      cell: (g) => tagsOf(genes, g),
    },
  ];
}

const geneName = (genes, g) => genes.name[g] || genes.models.Name[genes.first[g]] || genes.id[g];

/// Whether a gene has all words of the search, or lies in the place that it names.
function makeSearch(genes) {
  const texts = new Array(genes.n);
  const textOf = (g) =>
    (texts[g] ??= [
      genes.id[g],
      geneName(genes, g),
      describe(genes, genes.first[g]),
      genes.models.locus_tag[genes.first[g]],
      genes.sequences.name[genes.sequence[g]],
      ...(genes.models.locus_targets[genes.first[g]] ?? []).map((name) => genes.names[name]),
    ]
      .filter(Boolean)
      .join("\n")
      .toLowerCase());
  return (query) => {
    const place = parsePlace(query, genes.sequences);
    if (place)
      return (g) =>
        genes.sequence[g] === place.sequence &&
        genes.start[g] < place.end &&
        place.start < genes.start[g] + genes.length[g];
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return (g) => words.every((word) => textOf(g).includes(word));
  };
}

/// chr:1,000-2,000 or chr:1,000; nothing where the text is no place on a sequence.
function parsePlace(text, sequences) {
  const colon = text.lastIndexOf(":");
  if (colon < 0) return null;
  const sequence = sequences.name.indexOf(text.slice(0, colon).trim());
  const [first, last] = text
    .slice(colon + 1)
    .trim()
    .split(/-|\.\.|–/)
    .map(parseCount);
  if (sequence < 0 || !(first > 0)) return null;
  return { sequence, start: first - 1, end: last > 0 ? last : first };
}
