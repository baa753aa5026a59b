// The alignment of a gene's protein and its target, residue by residue, with the borders of exons and all that breaks the
// reading frame.
const alignmentWidth = 60, // columns of a block
  longestTail = 30, // residues of the target that are shown beyond its alignment
  gutterLetters = 12;

/// Pairs of residues with a positive score in BLOSUM62, besides equal ones.
const similarResidues = Object.fromEntries(
  "AS BD BE BN BZ DE DN DZ EK EQ EZ FW FY HN HY IL IM IV KQ KR KZ LM LV MV NS QR QZ ST WY"
    .split(" ")
    .flatMap((pair) => [pair, pair[1] + pair[0]])
    .map((pair) => [pair, true]),
);

/// The coding bases of a model: where its residues lie.
class CodingPlaces {
  constructor(read, strand) {
    Object.assign(this, { read, strand });
    let offset = -(read[0].phase ?? 0);
    this.begins = read.map(({ start, end }) => {
      const begin = offset;
      offset += end - start;
      return begin;
    });
  }

  /// The part that has a base, by its offset from the first whole codon.
  partOf(offset) {
    let k = this.begins.length - 1;
    while (k > 0 && this.begins[k] > offset) --k;
    return k;
  }

  /// From 1.
  base(offset) {
    const k = this.partOf(offset),
      { start, end } = this.read[k],
      within = offset - this.begins[k];
    return this.strand === "-" ? end - within : start + within + 1;
  }
}

/// The edits of all parts, one after another.
const editsOf = (read) =>
  read.flatMap(({ gap }) => (gap.match(/[MDI]\d+/g) ?? []).map((run) => ({ kind: run[0], n: Number(run.slice(1)) })));

/// Columns with a residue of the gene, one of the target, or both. Residues beyond the first and the last pair are in
/// lower case. Null where the edits are not those of these sequences.
function alignmentColumns(read, protein, target) {
  const edits = editsOf(read);
  const columns = [];
  let residue = 0,
    symbol = (read[0].first ?? 1) - 1;
  for (const { kind, n } of edits)
    for (let k = 0; k < n; ++k)
      columns.push({ residue: kind === "I" ? -1 : residue++, symbol: kind === "D" ? -1 : symbol++ });
  for (; residue < protein.length; ++residue) columns.push({ residue, symbol: -1 });
  if (residue > protein.length + 1 || symbol > target.length) return null; // a stop codon may count
  const isPair = (column) => column.residue >= 0 && column.symbol >= 0;
  const first = columns.findIndex(isPair),
    last = columns.findLastIndex(isPair);
  if (first < 0) return null;
  columns.forEach((column, c) => {
    const isOutside = c < first || c > last;
    const letterOf = (text, k) => (k < 0 ? "" : isOutside ? (text[k] ?? "*").toLowerCase() : (text[k] ?? "*"));
    column.letter = letterOf(protein, column.residue);
    column.targetLetter = letterOf(target, column.symbol);
  });
  const tail = (begin, end) =>
    Array.from({ length: end - begin }, (_, k) => ({
      residue: -1,
      symbol: begin + k,
      letter: "",
      targetLetter: target[begin + k].toLowerCase(),
    }));
  const begin = (read[0].first ?? 1) - 1;
  return [
    ...tail(Math.max(0, begin - longestTail), begin),
    ...columns,
    ...tail(symbol, Math.min(target.length, symbol + longestTail)),
  ];
}

/// Without a target.
const plainColumns = (protein) =>
  Array.from(protein, (letter, residue) => ({ residue, symbol: -1, letter, targetLetter: "" }));

const isUpper = (letter) => letter !== "" && letter === letter.toUpperCase();

/// How a column looks, and its sign between both lines.
function columnKind({ letter, targetLetter }, hasTarget) {
  if (!hasTarget) return letter === "*" ? ["stop", " "] : ["", " "];
  if ((letter && !isUpper(letter)) || (targetLetter && !isUpper(targetLetter))) return ["outside", " "];
  if (!letter) return ["insertion", " "];
  if (letter === "*") return ["stop", " "];
  if (!targetLetter) return ["deletion", " "];
  if (letter === targetLetter) return ["identical", letter];
  return similarResidues[letter + targetLetter] ? ["similar", "+"] : ["", " "];
}

/// What stands above the first residue of each part, but for the first one.
function borderLabels(places, sequence, strand) {
  const { read } = places;
  return read.map((part, k) => {
    const number = (each) => exonNumber(read[each], strand === "-" ? [...read].reverse() : read, strand);
    const place = `${count(strand === "-" ? part.end : part.start + 1)}–${count(strand === "-" ? part.start + 1 : part.end)}`;
    if (k === 0) return { text: `exon 1, ${place}`, kind: "border" };
    const [low, high] = strand === "-" ? [part.end, read[k - 1].start] : [read[k - 1].end, part.start];
    const length = high - low;
    if (part.exon === read[k - 1].exon)
      return { text: `frameshift: ${count(length)} nt skipped before ${place}`, kind: "shift" };
    const genome = length >= 4 ? pageGenome() : null;
    const sites = genome && basesOf(sequence, strand, low, high);
    const ends = sites ? ` ${sites.slice(0, 2)}–${sites.slice(-2)}` : "";
    return { text: `exon ${number(k)}, ${place}; intron of ${count(length)} nt${ends}`, kind: "border" };
  });
}

/// The columns with their borders: `label` where a part begins, and a column of its own for each frameshift.
function withBorders(columns, places, labels) {
  const marked = [];
  let before = -1;
  for (const column of columns) {
    if (column.residue >= 0) {
      const k = places.partOf(3 * column.residue + 1);
      if (k !== before) {
        const skipped = Array.from({ length: k - before }, (_, n) => labels[before + 1 + n]);
        before = k;
        for (const label of skipped.filter(({ kind }) => kind === "shift"))
          marked.push({ residue: -1, symbol: -1, letter: "!", targetLetter: "", label, isShift: true });
        const borders = skipped.filter(({ kind }) => kind === "border");
        if (borders.length > 0) column.label = { text: borders.map(({ text }) => text).join("; "), kind: "border" };
      }
    }
    marked.push(column);
  }
  return marked;
}

/// Lines above a block, with each label at its column and none over another.
function labelLines(block) {
  const lines = [];
  block.forEach(({ label }, c) => {
    if (!label) return;
    let line = lines.find((each) => each.end <= c);
    if (!line) lines.push((line = { end: 0, pieces: [] }));
    const text = `${label.kind === "shift" ? "!" : "▾"} ${label.text}`;
    line.pieces.push(" ".repeat(c - line.end), make("span", { class: label.kind }, text));
    line.end = c + text.length + 2;
    line.pieces.push("  ");
  });
  return lines.map(({ pieces }) => pieces);
}

/// The letters of a line, in as few elements as there are changes of their kind.
function lineLetters(block, letterOf, kindOf) {
  const pieces = [];
  let text = "",
    kind = null;
  const finish = () => {
    if (text) pieces.push(kind ? make("span", { class: kind }, text) : text);
    text = "";
  };
  for (const column of block) {
    const now = kindOf(column);
    if (now !== kind || column.label) finish();
    kind = now;
    text += letterOf(column);
  }
  finish();
  return pieces;
}

function alignmentBlock(block, places, names, hasTarget) {
  const line = (name, first, pieces, last) => [
    make(
      "span",
      { class: "gutter" },
      `${shortened(name, gutterLetters).padEnd(gutterLetters)}${first.padStart(names.digits)} `,
    ),
    pieces,
    last === "" ? "\n" : make("span", { class: "gutter" }, ` ${last}\n`),
  ];
  const ends = (key) => {
    const having = block.filter((column) => column[key] >= 0);
    return having.length > 0 ? [having[0][key], having.at(-1)[key]] : [null, null];
  };
  const numbers = (key) => ends(key).map((value) => (value === null ? "" : count(value + 1)));
  const kindOf = (column) =>
    [column.isShift ? "shift" : columnKind(column, hasTarget)[0], column.label?.kind === "border" && "begins"]
      .filter(Boolean)
      .join(" ");
  const [firstSymbol, lastSymbol] = numbers("symbol"),
    [first, last] = numbers("residue"),
    [low, high] = ends("residue");
  const lines = labelLines(block).map((pieces) => line("", "", pieces, ""));
  if (hasTarget) {
    lines.push(
      line(
        names.target,
        firstSymbol,
        lineLetters(
          block,
          (each) => each.targetLetter || (each.isShift || (each.symbol < 0 && isUpper(each.letter)) ? "-" : " "),
          kindOf,
        ),
        lastSymbol,
      ),
    );
    lines.push(
      line(
        "",
        "",
        lineLetters(
          block,
          (each) => (each.isShift ? " " : columnKind(each, true)[1]),
          () => "match",
        ),
        "",
      ),
    );
  }
  lines.push(
    line(
      names.gene,
      first,
      lineLetters(block, (each) => each.letter || (isUpper(each.targetLetter) ? "-" : " "), kindOf),
      last,
    ),
  );
  if (low !== null) {
    const text = `${count(places.base(3 * low))}–${count(places.base(3 * high + 2))}`;
    lines.push(line("genome", "", [make("span", { class: "gutter" }, text)], ""));
  }
  return [...lines.flat(2), "\n"];
}

/// What is seen of the alignment in numbers.
function alignmentSummary(columns, read, target) {
  const kinds = new Map();
  for (const column of columns) {
    const [kind] = columnKind(column, true);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const n = (kind) => kinds.get(kind) ?? 0,
    pairs = n("identical") + n("similar") + n("");
  const symbols = columns.filter((column) => column.symbol >= 0 && isUpper(column.targetLetter)),
    before = symbols[0].symbol,
    behind = target.length - 1 - symbols.at(-1).symbol;
  const tails = [before > 0 && `the first ${count(before)}`, behind > 0 && `the last ${count(behind)}`].filter(Boolean);
  return [
    `${count(pairs)} pairs: ${count(n("identical"))} identical, ${count(n("similar"))} similar (BLOSUM62).`,
    n("deletion") > 0 && `${plural(n("deletion"), "residue")} of the gene and`,
    n("deletion") > 0 && `${count(n("insertion"))} of the target lie in gaps.`,
    n("deletion") === 0 && n("insertion") > 0 && `${plural(n("insertion"), "residue")} of the target lie in gaps.`,
    tails.length > 0 &&
      `Not aligned: ${tails.join(" and ")} of ${plural(target.length, "residue")} of the target${Math.max(before, behind) > longestTail ? `, of which the nearest ${longestTail} are shown` : ""}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/// Of what these columns have.
function alignmentLegend(columns, hasTarget) {
  const kinds = new Set(columns.map((column) => (column.isShift ? "shift" : columnKind(column, hasTarget)[0])));
  const entry = (kind, letter, text) => make("span", null, make("b", { class: kind }, letter), ` ${text}`);
  const entries = [
    ["identical", "M", "identical"],
    ["similar", "I", "similar"],
    ["deletion", "K", "no residue in the target"],
    ["insertion", "-", "no residue in the gene"],
    ["outside", "mk", "not aligned"],
    ["shift", "!", "frameshift"],
    ["stop", "*", "stop codon"],
  ].filter(([kind]) => kinds.has(kind));
  return make(
    "div",
    { class: "legend residues-legend" },
    entries.map((each) => entry(...each)),
    entry("border", "▾", "exon begins"),
  );
}

/// Why residues of the target are not shown.
function withoutAlignment(name, targetResidues) {
  if (!name) return "No protein is aligned to these exons.";
  return targetResidues
    ? `The alignment of ${name} has other exons.`
    : `The residues of ${name} are not in this page. The option --targets adds them.`;
}

/// `model` has its number and parts; `targetResidues` is null where the page has none.
function residueAlignment(genes, model, protein, targetResidues, isOpen) {
  const { m, parts } = model,
    strand = genes.models.strand[m],
    name = targetName(genes, m),
    read = inReadingOrder(parts, strand);
  const aligned = targetResidues ? alignmentColumns(read, protein, targetResidues) : null;
  const places = new CodingPlaces(read, strand);
  const labels = borderLabels(places, genes.models.sequence[m], strand);
  const columns = withBorders(aligned ?? plainColumns(protein), places, labels);
  const title = aligned
    ? `Alignment of ${name} and ${genes.models.id[m]}`
    : `Residues and exons of ${genes.models.id[m]}`;
  const text = [],
    digits = count(Math.max(protein.length, targetResidues?.length ?? 0)).length + 1;
  for (let c = 0; c < columns.length; c += alignmentWidth)
    text.push(
      ...alignmentBlock(
        columns.slice(c, c + alignmentWidth),
        places,
        { target: name, gene: genes.models.id[m], digits },
        Boolean(aligned),
      ),
    );
  return make(
    "details",
    { open: isOpen, class: "alignment" },
    make("summary", null, title),
    make(
      "p",
      { class: "quiet" },
      aligned ? alignmentSummary(aligned, read, targetResidues) : withoutAlignment(name, targetResidues),
    ),
    alignmentLegend(columns, Boolean(aligned)),
    make("pre", { class: "aligned", tabindex: 0, role: "region", "aria-label": title }, text),
  );
}
