// Two gene sets: how many genes agree, what changed, and both models of each pair of genes.
const sets = ["a", "b"];
const statusNames = { exact: "exact", changed: "changed", only_a: "only in A", only_b: "only in B" };
const statusColours = {
  exact: "var(--high)",
  changed: "var(--low)",
  only_a: "var(--unknown)",
  only_b: "var(--unknown)",
};
const changeName = (word) => word.replaceAll("_", " ");

/// Pairs of genes by columns, as the table reads them; models are unpacked when they are drawn.
function readPairs(columns, account) {
  const n = columns.status.length;
  const models = { a: new Array(n), b: new Array(n) };
  const model = (set, p) => {
    const { gene, transcript, strand, start, lengths } = columns[set];
    if (start[p] === null) return null;
    if (models[set][p] === undefined) {
      const exons = [];
      let place = start[p];
      lengths[p].forEach((length, k) => {
        if (k % 2 === 0) exons.push({ start: place, end: place + length });
        place += length;
      });
      models[set][p] = {
        gene: gene[p],
        transcript: transcript[p],
        strand: strand[p],
        exons,
        start: start[p],
        end: place,
      };
    }
    return models[set][p];
  };
  const status = (p) => account.status_words[columns.status[p]];
  const own = (p) => sets.filter((set) => status(p) !== `only_${set === "a" ? "b" : "a"}`).map((set) => model(set, p));
  const changes = (p) => columns.changes[p].map((number) => account.change_words[number]);
  const start = (p) => Math.min(...own(p).map((each) => each.start));
  const end = (p) => Math.max(...own(p).map((each) => each.end));
  const sequence = (p) => account.sequences[columns.sequence[p]];
  const strand = (p) => [...new Set(own(p).map((each) => each.strand))].join("/");
  return { n, columns, model, status, changes, start, end, sequence, strand };
}

const pairPlace = (pairs, p) => `${pairs.sequence(p)}:${count(pairs.start(p) + 1)}-${count(pairs.end(p))}`;
const pairName = (pairs, p) => (pairs.status(p) === "only_b" ? pairs.model("b", p).gene : pairs.model("a", p).gene);

function statusTag(word) {
  return make("span", { class: "tag status", style: `--status:${statusColours[word]}` }, statusNames[word]);
}

const changeTags = (words) => words.map((word) => make("span", { class: "tag" }, changeName(word)));

/// How an exon of a row is drawn: in both models alike, in another way, or of a gene without a counterpart.
function exonClass(pairs, p, set, exon) {
  const status = pairs.status(p);
  if (status.startsWith("only")) return status === `only_${set}` ? "exon lone-exon" : "exon beside";
  const [a, b] = sets.map((each) => pairs.model(each, p));
  const isSame = (set === "a" ? b : a).exons.some(({ start, end }) => start === exon.start && end === exon.end);
  return a.strand === b.strand && isSame ? "exon same-exon" : "exon other-exon";
}

/// Both models to scale, A above B, as small as a row.
function rowPicture(pairs, p) {
  const width = 240,
    start = Math.min(...sets.map((set) => pairs.model(set, p)?.start ?? Infinity)),
    end = Math.max(...sets.map((set) => pairs.model(set, p)?.end ?? -Infinity)),
    scale = (place) => (width * (place - start)) / (end - start);
  const picture = makeSvg("svg", {
    viewBox: `0 0 ${width} 24`,
    preserveAspectRatio: "none",
    class: "pair-picture",
    "aria-hidden": true,
  });
  sets.forEach((set, lane) => {
    const model = pairs.model(set, p),
      y = 13 * lane + 1;
    if (!model) return;
    picture.append(
      makeSvg("line", { class: "intron", x1: scale(model.start), x2: scale(model.end), y1: y + 5, y2: y + 5 }),
      ...model.exons.map((exon) =>
        makeSvg("rect", {
          class: exonClass(pairs, p, set, exon),
          x: scale(exon.start),
          y,
          width: Math.max(1.5, scale(exon.end) - scale(exon.start)),
          height: 9,
        }),
      ),
    );
  });
  return picture;
}

function pairColumns(pairs) {
  const gene = (set) => (p) => pairs.model(set, p)?.gene ?? null;
  const geneCell = (set) => (p) => {
    const isBeside = pairs.status(p) === `only_${set === "a" ? "b" : "a"}`;
    return gene(set)(p) === null ? missing : isBeside ? make("span", { class: "quiet" }, gene(set)(p)) : gene(set)(p);
  };
  const key = (set) => (p) => gene(set)(p)?.toLowerCase() ?? null;
  const n_exons = (set) => (p) => pairs.model(set, p)?.exons.length ?? null;
  return [
    {
      name: "status",
      label: "Status",
      title: "what became of the gene",
      isText: true,
      key: (p) => pairs.columns.status[p],
      cell: (p) => statusTag(pairs.status(p)),
    },
    { name: "a", label: "Gene in A", title: "name of the gene", isText: true, key: key("a"), cell: geneCell("a") },
    { name: "b", label: "Gene in B", title: "name of the gene", isText: true, key: key("b"), cell: geneCell("b") },
    {
      name: "place",
      label: "Locus",
      title: "sequence, first and last coding base, strand",
      isText: true,
      from: "wide",
      key: (p) => p,
      cell: (p) => `${pairPlace(pairs, p)} ${pairs.strand(p)}`,
    },
    {
      name: "exons",
      label: "Exons",
      title: "coding exons in A and B",
      from: "minor",
      startsDescending: true,
      key: n_exons("a"),
      cell: (p) => sets.map((set) => n_exons(set)(p) ?? missing).join(" / "),
    },
    {
      name: "models",
      label: "Models",
      title: "A above B; by coding bases that both read in one frame",
      isText: true,
      from: "wide",
      startsDescending: true,
      key: (p) => pairs.columns.in_frame[p],
      cell: (p) => rowPicture(pairs, p),
    },
    {
      name: "changes",
      label: "Changes",
      title: "what differs",
      isText: true,
      from: "minor",
      key: (p) => pairs.changes(p).join() || null,
      cell: (p) => changeTags(pairs.changes(p)),
    },
  ];
}

/// Models of a set that lie in [start, end), in lanes without overlaps.
function lanesAround(pairs, set, p, start, end) {
  const seen = new Set(),
    lanes = [];
  for (let q = 0; q < pairs.n; ++q) {
    const model = pairs.columns.sequence[q] === pairs.columns.sequence[p] ? pairs.model(set, q) : null;
    if (!model || model.start >= end || model.end <= start || seen.has(model.gene)) continue;
    seen.add(model.gene);
    const lane = lanes.find((each) => each.at(-1).end <= model.start);
    if (lane) lane.push(model);
    else lanes.push([model]);
  }
  return lanes;
}

class PairView {
  constructor(pairs, host) {
    Object.assign(this, { pairs, host, isShort: false });
  }

  show(p) {
    const { pairs } = this,
      models = sets.map((set) => pairs.model(set, p)).filter(Boolean),
      start = Math.min(...models.map((model) => model.start)),
      end = Math.max(...models.map((model) => model.end));
    this.lanes = sets.flatMap((set) => lanesAround(pairs, set, p, start, end).map((lane) => ({ set, lane })));
    const drawing = make("div", { class: "drawing" });
    drawFitted(drawing, (width) => this.draw(p, width));
    this.host.replaceChildren(this.head(p), this.facts(p), drawing, this.legend(), this.exonTable(p));
  }

  head(p) {
    const { pairs } = this;
    const short = make(
      "button",
      {
        type: "button",
        "aria-pressed": this.isShort,
        onclick: () => {
          this.isShort = !this.isShort;
          this.show(p);
        },
      },
      "Short introns",
    );
    return make(
      "div",
      { class: "gene-head" },
      make("h3", null, pairName(pairs, p)),
      make("span", { class: "quiet" }, `${pairPlace(pairs, p)}, strand ${pairs.strand(p)}`),
      statusTag(pairs.status(p)),
      changeTags(pairs.changes(p)),
      make("span", { class: "buttons" }, short),
    );
  }

  facts(p) {
    const { pairs } = this,
      { columns } = pairs;
    const fact = (title, text, small) =>
      make("div", null, make("dt", null, title), make("dd", null, text, small && make("small", null, ` ${small}`)));
    const bases = (model) => model.exons.reduce((sum, exon) => sum + exon.end - exon.start, 0);
    const ofSet = (set) => {
      const model = pairs.model(set, p);
      const name = `Transcript in ${set.toUpperCase()}`;
      return model
        ? fact(name, model.transcript, `${plural(model.exons.length, "exon")}, ${count(bases(model))} nt`)
        : fact(name, missing);
    };
    const shared = [
      ["Same frame", columns.in_frame[p]],
      ["Other frame", columns.in_other_frame[p]],
      ["Opposite strand", columns.on_other_strand[p]],
    ].filter(([, n]) => n > 0);
    return make(
      "dl",
      { class: "facts" },
      ...sets.map(ofSet),
      ...shared.map(([title, n]) => fact(title, `${count(n)} nt`, "shared")),
    );
  }

  /// All genes of both sets around this one.
  draw(p, width) {
    const { pairs, lanes } = this,
      rowHeight = 34,
      left = 2,
      top = 26;
    const chosen = Object.fromEntries(sets.map((set) => [set, pairs.model(set, p)]));
    const shown = lanes.flatMap(({ lane }) => lane);
    const blocks = union(shown.flatMap((model) => model.exons));
    const scale = makeScale(blocks, this.isShort, left + 22, width - 2);
    const height = top + lanes.length * rowHeight;
    const svg = makeSvg("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": "Both models" });
    for (const value of ticks(scale.first + 1, scale.last, Math.max(2, width / 130)))
      svg.append(
        makeSvg("text", { x: scale(value - 1), y: 11, "text-anchor": "middle" }, this.isShort ? null : count(value)),
        !this.isShort &&
          makeSvg("line", { class: "axis", x1: scale(value - 1), x2: scale(value - 1), y1: 16, y2: height }),
      );
    lanes.forEach(({ set, lane }, row) => {
      const y = top + row * rowHeight;
      svg.append(makeSvg("text", { class: "name", x: left, y: y + 14 }, set.toUpperCase()));
      for (const model of lane) {
        const isChosen = model.gene === chosen[set]?.gene;
        const parts = model.exons.map((exon, k) => ({ ...exon, exon: k }));
        const drawExon = (part, x, partWidth, partY) =>
          makeSvg(
            "rect",
            {
              class: isChosen ? exonClass(pairs, p, set, part) : "exon beside",
              x,
              y: partY,
              width: partWidth,
              height: exonHeight,
              rx: 2,
            },
            makeSvg(
              "title",
              null,
              `${model.gene}, exon ${exonNumber(part, parts, model.strand)}: ${count(part.start + 1)}–${count(part.end)}, ${count(part.end - part.start)} nt`,
            ),
          );
        svg.append(drawChain(parts, model.strand, scale, y, exonHeight, drawExon));
        if (!isChosen)
          svg.append(
            makeSvg(
              "text",
              { x: scale(model.start), y: y + exonHeight + 11 },
              shortened(model.gene, Math.max(3, (scale(model.end) - scale(model.start)) / 7)),
            ),
          );
      }
    });
    return svg;
  }

  legend() {
    const entry = (kind, text) => make("span", null, make("i", { class: kind }), text);
    return make(
      "div",
      { class: "legend" },
      entry("same-exon", "exon of both models"),
      entry("other-exon", "exon that differs"),
      entry("lone-exon", "gene without a counterpart"),
      entry("beside", "other genes of the set"),
    );
  }

  /// Exons of both in the direction of transcription; those that overlap stand in one line.
  exonTable(p) {
    const { pairs } = this,
      [a, b] = sets.map((set) => pairs.model(set, p)),
      { strand } = a ?? b;
    const within = (model, { start, end }) =>
      (model?.exons ?? []).filter((exon) => exon.start < end && start < exon.end);
    const places = (exons) => exons.map((exon) => `${count(exon.start + 1)}–${count(exon.end)}`).join(", ") || missing;
    const rows = union([a, b].flatMap((model) => (model?.exons ?? []).map((exon) => ({ ...exon }))))
      .map((block) => [within(a, block), within(b, block)])
      .map(([ofA, ofB]) => ({ a: places(ofA), b: places(ofB), what: exonDifference(ofA, ofB, strand) }));
    if (strand === "-") rows.reverse();
    return makeTable(
      [
        { title: "Exon", cell: (row) => count(rows.indexOf(row) + 1) },
        { title: "A", isText: true, cell: (row) => row.a },
        { title: "B", isText: true, cell: (row) => row.b },
        { title: "Difference of A from B", isText: true, cell: (row) => row.what },
      ],
      rows,
    );
  }
}

/// In words, of overlapping exons.
function exonDifference(ofA, ofB, strand) {
  if (ofB.length === 0) return "only in A";
  if (ofA.length === 0) return "only in B";
  if (ofA.length > 1 || ofB.length > 1)
    return ofA.length > ofB.length ? "intron added" : ofA.length < ofB.length ? "intron lost" : "introns moved";
  const [a] = ofA,
    [b] = ofB,
    signed = (n) => `${n > 0 ? "+" : "−"}${count(Math.abs(n))} nt`;
  const left = b.start - a.start,
    right = a.end - b.end;
  const [first, last] = strand === "-" ? [right, left] : [left, right]; // nt that A is longer
  const words = [first !== 0 && `start ${signed(first)}`, last !== 0 && `end ${signed(last)}`].filter(Boolean);
  return words.join(", ") || "same";
}

function comparisonHeadline([a, b], levels) {
  const share = (n, set) => percent(n / set.genes);
  const exon = levels.find(({ name }) => name === "Exon");
  return [
    ["Exact genes", count(b.exact), `${share(b.exact, b)} of B, ${share(a.exact, a)} of A`],
    ["Changed", count(b.changed), `of B, ${count(a.changed)} of A`],
    ["Only in A", count(a.only), `${share(a.only, a)} of ${plural(a.genes, "gene")}`],
    ["Only in B", count(b.only), `${share(b.only, b)} of ${plural(b.genes, "gene")}`],
    [
      "Exons",
      `${percent(exon.shared_b / exon.n_b)} / ${percent(exon.shared_a / exon.n_a)}`,
      "Sn and Sp, with B as the reference",
    ],
  ];
}

function setsCard(accountSets) {
  const kinds = ["exact", "changed", "only"];
  const colour = (kind) => statusColours[kind === "only" ? "only_a" : kind];
  return make(
    "div",
    { class: "card whole" },
    make("h3", null, "Genes of each set"),
    ...accountSets.map((set, k) =>
      make(
        "div",
        { class: "stack-row" },
        make("span", null, make("strong", null, "AB"[k]), ` ${set.name}`),
        make(
          "span",
          { class: "stack", "aria-hidden": true },
          ...kinds.map((kind) => make("i", { style: `flex-grow:${set[kind]};background:${colour(kind)}` })),
        ),
        make("span", { class: "quiet" }, kinds.map((kind) => `${count(set[kind])} ${kind}`).join(", ")),
      ),
    ),
  );
}

function accuracyCard(levels) {
  const rate = (share) =>
    make(
      "span",
      { class: "rate" },
      make(
        "span",
        { class: "meter" },
        make("i", { style: `width:${Math.round(100 * share) || 0}%;background:var(--high)` }),
      ),
      percent(share),
    );
  return makeCard(
    "Accuracy",
    "B is the reference. Sn is the share of B that A has, Sp the share of A that B has. Coding sequence only.",
    makeTable(
      [
        { title: "Level", isText: true, cell: (level) => make("span", { class: "rate" }, level.name) },
        { title: "Sn", cell: (level) => rate(level.shared_b / level.n_b) },
        { title: "Sp", cell: (level) => rate(level.shared_a / level.n_a) },
        { title: "In A", cell: (level) => count(level.n_a) },
        { title: "In B", cell: (level) => count(level.n_b) },
      ],
      levels,
    ),
  );
}

function changesCard(account, choose) {
  const rows = account.change_words
    .map((word, k) => ({ word, n: account.n_changes[k] }))
    .filter(({ n }) => n > 0)
    .sort((left, right) => right.n - left.n);
  if (rows.length === 0) return makeCard("Changes", "No gene has changed.");
  return makeCard(
    "Changes",
    "Pairs of genes, A compared with B; a pair may have several changes.",
    makeTable(
      [
        {
          title: "Change",
          isText: true,
          cell: ({ word }) =>
            make("button", { type: "button", class: "plain", onclick: () => choose(word) }, changeName(word)),
        },
        { title: "Pairs", cell: ({ n }) => count(n) },
        {
          title: "Frequency",
          isText: true,
          cell: ({ n }) => make("span", { class: "bar" }, make("i", { style: `width:${(100 * n) / rows[0].n}%` })),
        },
      ],
      rows,
    ),
  );
}

/// Returns what narrows the table to one change.
function keepPairFilter(pairs, table, account) {
  const sequences = { name: account.sequences };
  const filter = () => {
    const query = byId("query").value.trim(),
      place = parsePlace(query, sequences),
      words = query.toLowerCase().split(/\s+/).filter(Boolean),
      status = byId("status").value,
      change = byId("change").value;
    const finds = place
      ? (p) => pairs.columns.sequence[p] === place.sequence && pairs.start(p) < place.end && place.start < pairs.end(p)
      : (p) => {
          const models = sets.map((set) => pairs.model(set, p)).filter(Boolean);
          const text = [pairs.sequence(p), ...models.flatMap(({ gene, transcript }) => [gene, transcript])]
            .join("\n")
            .toLowerCase();
          return words.every((word) => text.includes(word));
        };
    table.filter(
      (p) =>
        (!status || pairs.status(p) === status) &&
        (!change || pairs.changes(p).includes(change)) &&
        (words.length === 0 || finds(p)),
    );
    byId("count").textContent =
      table.shown.length === pairs.n
        ? plural(pairs.n, "row")
        : `${count(table.shown.length)} of ${plural(pairs.n, "row")}`;
  };
  byId("status").append(...account.status_words.map((value) => make("option", { value }, statusNames[value])));
  byId("change").append(...account.change_words.map((value) => make("option", { value }, changeName(value))));
  for (const id of ["query", "status", "change"]) byId(id).addEventListener("input", filter);
  keepSearchKeys(table);
  filter();
  return (change) => {
    byId("change").value = change;
    filter();
    byId("genes").scrollIntoView();
  };
}

async function compareMain() {
  if (typeof DecompressionStream === "undefined")
    return byId("overview").append(note("This browser is too old for the page: it cannot unpack gzip."));
  const account = await data("account");
  const pairs = readPairs(await data("pairs"), account);
  const view = new PairView(pairs, byId("gene"));
  const table = new GeneTable(
    pairs,
    byId("pairs"),
    (p) => {
      view.show(p);
      setAddress(pairName(pairs, p));
    },
    pairColumns(pairs),
  );
  const named = geneOfAddress();
  const choose = keepPairFilter(pairs, table, account);
  const [a, b] = account.sets;
  document.title = `${a.name} and ${b.name} – exonweave`;
  byId("subtitle").textContent = `A: ${a.name} · B: ${b.name}, the reference · exonweave ${account.version} compare`;
  byId("headline").replaceChildren(
    ...comparisonHeadline(account.sets, account.levels).map(([about, figure, more]) =>
      make("li", null, make("span", { class: "name" }, about), make("strong", null, figure), make("span", null, more)),
    ),
  );
  byId("sets").replaceChildren(setsCard(account.sets));
  byId("cards").replaceChildren(accuracyCard(account.levels), changesCard(account, choose));
  byId("footer").textContent =
    `Made by exonweave ${account.version}. This page holds all its data and loads nothing from a network.`;
  markPlaceInNavigation();
  const found = named ? sets.flatMap((set) => pairs.columns[set].gene.indexOf(named)).find((p) => p >= 0) : undefined;
  if (found !== undefined) {
    table.chooseGene(found);
    byId("genes").scrollIntoView();
  } else if (pairs.n > 0) {
    view.show(0);
  }
  document.documentElement.dataset.state = "complete";
  return undefined;
}

compareMain();
