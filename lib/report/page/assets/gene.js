// One gene: its exons, how its protein lies on them, how sure each is, and what else was aligned there.
const exonHeight = 18,
  targetHeight = 12,
  rivalHeight = 17,
  most_rivals = 12;

/// Where bases are drawn. With `isShort`, introns are squeezed to a fraction of their length.
function makeScale(blocks, isShort, left, right) {
  const first = blocks[0].start,
    last = Math.max(...blocks.map((block) => block.end));
  const knots = [[first, 0]];
  let end = first,
    width = 0;
  const advance = (place, share) => {
    width += (place - end) * share;
    end = place;
    knots.push([place, width]);
  };
  const usual = blocks.reduce((sum, block) => sum + block.end - block.start, 0) / blocks.length;
  for (const block of blocks) {
    if (block.start > end) advance(block.start, isShort ? Math.min(1, (0.45 * usual) / (block.start - end)) : 1);
    if (block.end > end) advance(block.end, 1);
  }
  const pixels = (right - left) / (width || 1);
  const scale = (place) => {
    let k = knots.findIndex(([knot]) => knot >= place);
    if (k < 0) return right;
    if (k === 0) return left;
    const [a, x] = knots[k - 1],
      [b, y] = knots[k];
    return left + pixels * (x + ((y - x) * (place - a)) / (b - a || 1));
  };
  scale.first = first;
  scale.last = last;
  return scale;
}

/// Sorted and merged.
function union(blocks) {
  const merged = [];
  for (const { start, end } of [...blocks].sort((a, b) => a.start - b.start)) {
    const before = merged.at(-1);
    if (before && start <= before.end) before.end = Math.max(before.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/// In reading direction, from 1.
const exonNumber = (part, parts, strand) => (strand === "-" ? parts.at(-1).exon - part.exon : part.exon) + 1;

/// The runs of a Gap as places on the exon, in nt from its first base in reading direction.
function gapRuns(part) {
  const runs = (part.gap.match(/[A-Z]\d+/g) ?? []).map((run) => ({ kind: run[0], n: Number(run.slice(1)) }));
  const symbols = runs.reduce((sum, run) => sum + (run.kind === "M" || run.kind === "D" ? run.n : 0), 0);
  const width = symbols * 2 < part.end - part.start ? 3 : 1; // nt of a symbol
  let at = 0;
  for (const run of runs) {
    run.at = at;
    run.length = run.kind === "M" || run.kind === "D" ? run.n * width : run.kind === "F" ? run.n : 0;
    at += run.length;
  }
  return runs;
}

function exonTitle(part, number) {
  const facts = [`exon ${number}: ${count(part.start + 1)}–${count(part.end)}, ${count(part.end - part.start)} nt`];
  if (part.target) facts.push(`${part.target} ${part.first}–${part.last}`);
  if (isNumber(part.margin)) facts.push(`margin ${part.margin}`);
  if (part.isWithoutRival) facts.push("no other chain lacks it");
  if (isNumber(part.support)) facts.push(`support ${decimal(part.support, 3)}`);
  return facts.join("\n");
}

/// Exons on a line that tells the direction.
function drawChain(parts, strand, scale, y, height, drawExon) {
  const middle = y + height / 2;
  const from = scale(parts[0].start),
    to = scale(parts.at(-1).end);
  const group = makeSvg("g", null, makeSvg("line", { class: "intron", x1: from, x2: to, y1: middle, y2: middle }));
  const turn = strand === "-" ? -3 : 3;
  for (let k = 1; k < parts.length; ++k) {
    const begin = scale(parts[k - 1].end),
      end = scale(parts[k].start),
      at = (begin + end) / 2;
    if (strand !== "." && end - begin > 14)
      group.append(
        makeSvg("path", {
          class: "intron",
          d: `M${at - turn} ${middle - 4}L${at + turn} ${middle}L${at - turn} ${middle + 4}`,
        }),
      );
  }
  parts.forEach((part) =>
    group.append(drawExon(part, scale(part.start), Math.max(1.5, scale(part.end) - scale(part.start)), y)),
  );
  return group;
}

function drawGaps(group, part, strand, scale, y) {
  for (const run of gapRuns(part)) {
    const place = (offset) => scale(strand === "-" ? part.end - offset : part.start + offset);
    const a = place(run.at),
      b = place(run.at + run.length);
    if (run.kind === "D")
      group.append(
        makeSvg(
          "rect",
          {
            class: "deletion",
            x: Math.min(a, b),
            y: y + 5,
            width: Math.max(0.7, Math.abs(b - a)),
            height: exonHeight - 10,
          },
          makeSvg("title", null, `${plural(run.n, "residue")} without a partner in the target`),
        ),
      );
    if (run.kind === "I")
      group.append(
        makeSvg(
          "path",
          { class: "insertion", d: `M${a} ${y + exonHeight}l-3 6h6z` },
          makeSvg("title", null, `${plural(run.n, "residue")} of the target without a partner here`),
        ),
      );
  }
}

/// The target below its exons, in the direction of the gene, and ribbons between what is aligned.
function drawTarget(parts, strand, left, right, scale, exonY, y, gutterText) {
  const aligned = parts.filter((part) => part.target);
  if (aligned.length === 0) return null;
  const last = Math.max(...aligned.map((part) => part.last));
  const place = (symbol) =>
    strand === "-" ? right - ((right - left) * symbol) / last : left + ((right - left) * symbol) / last;
  const group = makeSvg(
    "g",
    null,
    makeSvg("line", {
      class: "target-line",
      x1: left + 3,
      x2: right - 3,
      y1: y + targetHeight / 2,
      y2: y + targetHeight / 2,
    }),
    gutterText,
  );
  for (const part of aligned) {
    const ends = [place(part.first - 1), place(part.last)];
    const a = Math.min(...ends),
      b = Math.max(...ends),
      x = scale(part.start),
      z = scale(part.end),
      low = exonY + exonHeight;
    group.append(
      makeSvg("path", { class: "ribbon", d: `M${x} ${low}L${z} ${low}L${b} ${y}L${a} ${y}Z` }),
      makeSvg(
        "rect",
        { class: "target", x: a, y, width: Math.max(1, b - a - 0.6), height: targetHeight, rx: 1.5 },
        makeSvg("title", null, `${part.target} ${part.first}–${part.last}`),
      ),
    );
  }
  for (const symbol of [1, last])
    group.append(
      makeSvg(
        "text",
        {
          x: place(symbol === 1 ? 0 : last),
          y: y + targetHeight + 13,
          "text-anchor": (symbol === 1) === (strand !== "-") ? "start" : "end",
        },
        count(symbol),
      ),
    );
  return group;
}

/// The target of a gene, and what is said of it.
function targetFact(genes, m) {
  const { models } = genes,
    here = models.locus_targets[m] ?? [],
    nTargets = models.locus_target_count[m] ?? here.length;
  if (isOfModelAlone(models, m)) return [describe(genes, m)];
  if (models.target[m] === null && models.evidence[m] === "protein,model" && here.length > 0)
    return [genes.names[here[0]], "aligned here with other exons"];
  return [targetName(genes, m) || missing, nTargets > 1 ? `and ${plural(nTargets - 1, "other")}` : null];
}

class GeneView {
  constructor(genes, host, browser, account) {
    Object.assign(this, { genes, host, browser, account, isShort: false });
  }

  async show(g) {
    this.g = g;
    const parts = (this.parts ??= readParts(await data("parts")));
    const rivals = await this.rivalsOf(g);
    const [stored, targets] = await Promise.all([readData("proteins"), readData("targets")]);
    this.proteinOf ??= proteinReader(stored, this.genes, parts, this.account.codes);
    if (this.g !== g) return; // another one was chosen meanwhile
    const models = this.genes.modelsOf[g].map((m) => ({ m, parts: partsOf(parts, m) }));
    const picture = make("div", { class: "drawing" }),
      drawing = withSvgButton(make("div", null, picture), picture, this.genes.id[g]);
    drawFitted(picture, (width) => this.draw(g, models, rivals, width));
    this.host.replaceChildren(
      this.head(g),
      markButtons(this.genes.marks, g),
      this.facts(g),
      drawing,
      this.legend(models, rivals),
      ...this.residueAlignments(models, targets ?? {}),
      ...models.map((model, k) => this.exonTable(model, k, models.length)),
      ...this.proteins(models),
      ...this.others(models),
    );
  }

  head(g) {
    const { genes } = this;
    const short = make(
      "button",
      {
        type: "button",
        "aria-pressed": String(this.isShort),
        onclick: () => {
          this.isShort = !this.isShort;
          this.show(g);
        },
      },
      "Short introns",
    );
    return make(
      "div",
      { class: "gene-head" },
      make("h3", null, geneName(genes, g)),
      make(
        "span",
        { class: "quiet" },
        `${genes.id[g]}, ${placeText(genes, g)}, ${genes.strand[g] === "-" ? "reverse" : "forward"} strand`,
      ),
      tagsOf(genes, g),
      make(
        "span",
        { class: "buttons" },
        short,
        hasLibrary("browser") &&
          make("button", { type: "button", class: "main", onclick: () => this.browser.browse(g) }, "Show in browser"),
      ),
    );
  }

  facts(g) {
    const { genes } = this,
      { models } = genes,
      m = genes.first[g];
    const fact = (title, text, small) =>
      make("div", null, make("dt", null, title), make("dd", null, text, small && make("small", null, ` ${small}`)));
    const score = alignmentScore(models, m);
    const lead = isNumber(score) && isNumber(models.runner_up[m]) ? `best other chain ${models.runner_up[m]}` : null;
    const facts = [
      [
        "Support",
        decimal(models.support[m], 3),
        isNumber(models.min_margin[m]) ? `least margin ${models.min_margin[m]}` : null,
      ],
      ["Score", scoreText(score), lead],
      ["E-value", exponent(models.e_value[m])],
      ["Identity", percent(models.identity[m])],
      ["Coverage", percent(models.coverage[m])],
    ].filter(([, text]) => !isOfModelAlone(models, m) || text !== missing);
    if (models.evidence[m]) facts.push(["Evidence", evidenceNames[models.evidence[m]]]);
    if (isNumber(models.model_score[m])) facts.push(["Model score", scoreText(models.model_score[m]), "half-bits"]);
    facts.push(["Target", ...targetFact(genes, m)]);
    if (models.product[m] && !isOfModelAlone(models, m)) facts.push(["Product", models.product[m]]);
    if (models.frameshifts[m]) facts.push(["Frameshifts", count(models.frameshifts[m])]);
    if (models.internal_stops[m]) facts.push(["Stop codons within", count(models.internal_stops[m])]);
    if (models.window[m])
      facts.push([
        "Searched",
        models.window[m] === "proved"
          ? "whole sequence"
          : models.window[m] === "limited"
            ? "region around matches"
            : "region of a pair",
      ]);
    return make(
      "dl",
      { class: "facts" },
      facts.map(([title, text, small]) => fact(title, text, small)),
    );
  }

  legend(models, rivals) {
    const entry = (style, text) => make("span", null, make("i", { style }), text);
    const shape = (child, text) =>
      make("span", null, makeSvg("svg", { viewBox: "0 0 14 12", width: 14, height: 12 }, child), text);
    const hasRun = (kind) => models.some(({ parts }) => parts.some(({ gap }) => gap.includes(kind)));
    return make(
      "div",
      { class: "legend" },
      make("span", null, make("i", { class: "scale" }), "support 0.5 to 1"),
      entry("background:var(--unknown)", "no support given"),
      hasRun("D") &&
        shape(
          [
            makeSvg("rect", { class: "exon", width: 14, height: 12, rx: 2 }),
            makeSvg("rect", { class: "deletion", x: 4, y: 3, width: 6, height: 6 }),
          ],
          "light box: residues that the target lacks",
        ),
      hasRun("I") &&
        shape(makeSvg("path", { class: "insertion", d: "M7 2l-5 9h10z" }), "triangle: residues of the target that the gene lacks"),
      rivals.shown.length > 0 && entry("background:var(--accent);opacity:.55", "exon as in the gene"),
      rivals.shown.length > 0 && entry("border:1.4px solid var(--warm)", "other exon"),
    );
  }

  /// Alignments of targets to this strand of the gene's place, the best first.
  async rivalsOf(g) {
    const [columns, partColumns] = await Promise.all([data("alignments"), data("alignment-parts")]);
    if (!columns) return { shown: [], n: 0 };
    this.alignments ??= { genes: readGenes(columns, this.genes.sequences), parts: readParts(partColumns) };
    const { genes, parts } = this.alignments,
      own = this.genes;
    const start = own.start[g],
      end = start + own.length[g];
    const found = [];
    for (let m = 0; m < genes.n_models; ++m) {
      const { models } = genes;
      if (
        models.sequence[m] === own.sequence[g] &&
        models.strand[m] === own.strand[g] &&
        models.start[m] < end &&
        start < models.start[m] + models.length[m]
      )
        found.push(m);
    }
    found.sort((a, b) => (genes.models.score[b] ?? 0) - (genes.models.score[a] ?? 0) || a - b);
    const shown = found
      .slice(0, most_rivals)
      .map((m) => ({ name: targetName(genes, m), score: genes.models.score[m], parts: partsOf(parts, m) }));
    return { shown, n: found.length };
  }

  draw(g, models, rivals, width) {
    const strand = this.genes.strand[g];
    const gutter = width < 560 ? 74 : 132,
      left = gutter,
      right = width - 8;
    const blocks = union([...models.flatMap((model) => model.parts), ...rivals.shown.flatMap((rival) => rival.parts)]);
    const scale = makeScale(blocks, this.isShort, left, right);
    const label = (text, y, kind) =>
      makeSvg("text", { class: kind, x: 0, y }, shortened(text, Math.floor(gutter / 7)), makeSvg("title", null, text));
    const items = [];
    let y = 4;
    if (!this.isShort) {
      for (const tick of ticks(scale.first, scale.last, width / 130))
        items.push(
          makeSvg("line", { class: "axis", x1: scale(tick), x2: scale(tick), y1: y + 14, y2: y + 20 }),
          makeSvg("text", { x: Math.min(scale(tick), right - 24), y: y + 10, "text-anchor": "middle" }, count(tick)),
        );
      items.push(makeSvg("line", { class: "axis", x1: left, x2: right, y1: y + 20, y2: y + 20 }));
      y += 30;
    }
    models.forEach(({ m, parts }, k) => {
      const row = y;
      items.push(
        label(models.length === 1 ? "gene" : `isoform ${k + 1}`, y + 13, "name"),
        drawChain(parts, strand, scale, y, exonHeight, (part, x, w, top) => {
          const exon = makeSvg(
            "g",
            null,
            makeSvg("rect", {
              class: "exon",
              x,
              y: top,
              width: w,
              height: exonHeight,
              rx: 2,
              style: `fill:${supportColour(part.support)}`,
            }),
          );
          drawGaps(exon, part, strand, scale, top);
          exon.append(makeSvg("title", null, exonTitle(part, exonNumber(part, parts, strand))));
          return exon;
        }),
      );
      y += exonHeight + 12;
      if (k === 0) {
        const target = drawTarget(
          parts,
          strand,
          left,
          right,
          scale,
          row,
          y + 16,
          label(targetName(this.genes, m), y + 27),
        );
        if (target) {
          items.push(target);
          y += 16 + targetHeight + 26;
        }
      }
    });
    if (rivals.shown.length > 0) y = this.drawRivals(items, models, rivals, strand, scale, y, label);
    return makeSvg(
      "svg",
      { viewBox: `0 0 ${width} ${y}`, height: y, role: "img", "aria-label": `Exons of ${geneName(this.genes, g)}` },
      items,
    );
  }

  drawRivals(items, models, rivals, strand, scale, y, label) {
    const same = new Set(models.flatMap((model) => model.parts.map((part) => `${part.start} ${part.end}`)));
    items.push(
      makeSvg(
        "text",
        { x: 0, y: y + 12 },
        rivals.n > rivals.shown.length
          ? `Alignments here, the best ${rivals.shown.length} of ${count(rivals.n)}`
          : "Alignments here",
      ),
    );
    y += 22;
    for (const rival of rivals.shown) {
      items.push(
        label(rival.name, y + 9),
        drawChain(rival.parts, strand, scale, y, rivalHeight - 7, (part, x, w, top) =>
          makeSvg(
            "rect",
            {
              class: same.has(`${part.start} ${part.end}`) ? "same" : "other",
              x,
              y: top,
              width: w,
              height: rivalHeight - 7,
              rx: 1.5,
            },
            makeSvg(
              "title",
              null,
              `${rival.name}, score ${scoreText(rival.score)}\n${count(part.start + 1)}–${count(part.end)}`,
            ),
          ),
        ),
      );
      y += rivalHeight;
    }
    return y + 4;
  }

  exonTable({ m, parts }, k, n) {
    const strand = this.genes.strand[this.g];
    const rows = strand === "-" ? [...parts].reverse() : parts;
    const isFirst = (part) => rows.find(({ exon }) => exon === part.exon) === part;
    const most = Math.max(1, ...rows.map((part) => part.margin ?? 0));
    const ofTarget = {
      title: "Target",
      cell: (part) => (part.target ? `${count(part.first)}–${count(part.last)}` : missing),
    };
    const columns = [
      { title: "Exon", cell: (part) => (isFirst(part) ? exonNumber(part, parts, strand) : "") },
      { title: "Place", cell: (part) => `${count(part.start + 1)}–${count(part.end)}` },
      { title: "nt", cell: (part) => count(part.end - part.start) },
      ...(rows.some((part) => part.target) ? [ofTarget] : []),
      { title: "Margin", cell: (part) => (part.isWithoutRival ? "no rival" : scoreText(part.margin)) },
      {
        title: "",
        cell: (part) =>
          make(
            "span",
            { class: "bar" },
            make("i", {
              style: `width:${part.isWithoutRival ? 100 : Math.round((100 * Math.max(0, part.margin ?? 0)) / most)}%;background:${supportColour(part.support)}`,
            }),
          ),
      },
      { title: "Support", cell: (part) => decimal(part.support, 3) },
    ];
    const { names } = this.parts.columns;
    if (rows.some((part) => part.supporters.length > 0))
      columns.push({
        title: "Targets with exactly this exon",
        isFree: true,
        cell: (part) => supporterText(part, names),
      });
    return make(
      "details",
      { open: k === 0 },
      make("summary", null, n === 1 ? "Exons" : `Exons of ${this.genes.models.id[m]}`),
      makeTable(columns, rows),
    );
  }

  /// Residue by residue; those of proteins alone.
  residueAlignments(models, targets) {
    if (this.account.run.parameters?.targets === "dna") return [];
    return models.flatMap((model, k) => {
      const protein = this.proteinOf(model.m),
        name = targetName(this.genes, model.m);
      if (!protein) return [];
      return [residueAlignment(this.genes, model, protein, Object.hasOwn(targets, name) ? targets[name] : null, k === 0)];
    });
  }

  proteins(models) {
    const { n_residues, most_residues } = this.account;
    if (n_residues > most_residues)
      return [note(`The proteins are too many: a page holds ${count(most_residues / 1e6)} million residues at most.`)];
    const shown = models.filter(({ m }) => this.proteinOf(m));
    return shown.map(({ m }) => this.protein(m, this.proteinOf(m), models.length));
  }

  /// All alignments of the targets of this gene, wherever they are.
  others(models) {
    const { alignments } = this;
    if (!alignments) return [];
    const names = [...new Set(models.map(({ m }) => targetName(this.genes, m)).filter(Boolean))];
    return names.flatMap((name) => alignmentsOf(alignments.genes, name, this.browser));
  }

  /// A click marks the whole of it.
  protein(m, residues, n) {
    const { id } = this.genes.models;
    const title = `Protein${n === 1 ? "" : ` of ${id[m]}`}, ${plural(residues.length, "residue")}`;
    return make(
      "details",
      null,
      make("summary", null, title),
      make("pre", { class: "residues", tabindex: 0, "aria-label": title }, fastaText(id[m], residues)),
    );
  }
}

/// The places of a target, the best first.
function alignmentsOf(genes, name, browser) {
  const { models } = genes,
    number = genes.names.indexOf(name),
    most = 50;
  const found = models.target.reduce((list, target, m) => (target === number ? [...list, m] : list), []);
  if (number < 0 || found.length === 0) return [];
  found.sort((a, b) => (models.score[b] ?? 0) - (models.score[a] ?? 0) || a - b);
  const place = (m) =>
    `${genes.sequences.name[models.sequence[m]]}:${count(models.start[m] + 1)}-${count(models.start[m] + models.length[m])} ${models.strand[m]}`;
  const show = (m) =>
    make(
      "button",
      {
        type: "button",
        "aria-label": `Show ${place(m)} in the browser`,
        onclick: () => browser.goTo(browser.around(models.sequence[m], models.start[m], models.length[m])),
      },
      "Show",
    );
  const columns = [
    { title: "Location", isText: true, cell: place },
    { title: "Target", cell: (m) => `${count(models.target_first[m])}–${count(models.target_last[m])}` },
    { title: "Score", cell: (m) => scoreText(models.score[m]) },
    { title: "Identity", cell: (m) => percent(models.identity[m]) },
    { title: "Coverage", cell: (m) => percent(models.coverage[m]) },
    ...(hasLibrary("browser") ? [{ title: "", cell: show }] : []),
  ];
  const title = `All alignments of ${name}: ${count(found.length)}${found.length > most ? `, the best ${most}` : ""}`;
  return [make("details", null, make("summary", null, title), makeTable(columns, found.slice(0, most)))];
}

/// Lines of FASTA.
function fastaText(id, residues) {
  const width = 60;
  const lines = [`>${id}`];
  for (let k = 0; k < residues.length; k += width) lines.push(residues.slice(k, k + width));
  return lines.join("\n");
}

function supporterText({ supporters, nSupporters }, names) {
  const most = 6;
  const text = supporters
    .slice(0, most)
    .map((name) => names[name])
    .join(", ");
  return nSupporters <= most ? text || missing : `${text} and ${count(nSupporters - most)} more`;
}
