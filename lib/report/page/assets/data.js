// What the page carries: packed JSON, sequences and libraries, each unpacked when it is first needed.
function packedText(id) {
  return byId(`data-${id}`).textContent;
}

function decodeBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const decoded = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; ++k) decoded[k] = letters.charCodeAt(k);
  return decoded;
}

async function unpack(id) {
  const stream = new Blob([decodeBase64(packedText(id))]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

const unpacked = new Map();

/// A part's data as the page has it; null where it has none.
function readData(id) {
  if (!unpacked.has(id)) unpacked.set(id, packedText(id) ? unpack(id).then(JSON.parse) : Promise.resolve(null));
  return unpacked.get(id);
}

let madeProteins;

/// The same, but proteins are all, also those that the page translates.
const data = (id) => (id === "proteins" ? (madeProteins ??= allProteins()) : readData(id));

const hasLibrary = (id) => packedText(id) !== "";
const loaded = new Map();

/// Runs a library that the page carries.
function library(id) {
  if (!loaded.has(id)) {
    loaded.set(
      id,
      unpack(id).then(
        (text) =>
          new Promise((resolve, reject) => {
            const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
            const script = make("script", { src: address, onload: resolve, onerror: reject });
            document.head.append(script);
          }),
      ),
    );
  }
  return loaded.get(id);
}

/// A list with an entry for each of n items, whether or not its column is there.
const column = (columns, name, n) => columns[name] ?? new Array(n).fill(null);

/// Genes with their models: what the table and the drawings read. Places are 0-based and half-open.
function readGenes(columns, sequences) {
  const n = columns.genes.id?.length ?? 0;
  const n_models = columns.models.id?.length ?? 0;
  const gene = Object.fromEntries(
    ["id", "name", "sequence", "start", "length", "strand"].map((name) => [name, column(columns.genes, name, n)]),
  );
  const models = new Proxy(columns.models, {
    get: (target, name) => (target[name] ??= new Array(n_models).fill(null)),
  });
  const modelsOf = columns.genes.models ?? [];
  const first = modelsOf.map((list) => list[0]);
  return { n, n_models, ...gene, models, modelsOf, first, names: columns.names, sequences };
}

/// Where the parts of each model begin, and their rows: columns, with the starts of all.
function readParts(columns) {
  const begins = new Uint32Array(columns.n.length + 1);
  columns.n.forEach((n, m) => {
    begins[m + 1] = begins[m] + n;
  });
  const starts = new Float64Array(columns.step.length);
  columns.step.forEach((step, r) => {
    starts[r] = step + (r > 0 ? starts[r - 1] : 0);
  });
  return { begins, starts, columns, rowOf: columns.row ? (p) => columns.row[p] : (p) => p };
}

const most_skipped = 2; // nt between parts of one exon, which a frameshift divides

/// The parts of a model, each with the number of its exon, from 0 in the order of places.
function partsOf(parts, m) {
  const list = [];
  const { columns } = parts;
  for (let p = parts.begins[m]; p < parts.begins[m + 1]; ++p) {
    const r = parts.rowOf(p),
      start = parts.starts[r],
      before = list.at(-1);
    const target = columns.target?.[r] ?? null;
    list.push({
      start,
      end: start + columns.length[r],
      exon: before ? before.exon + (start > before.end + most_skipped ? 1 : 0) : 0,
      phase: columns.phase?.[r] ?? null,
      target: target === null ? null : columns.names[target],
      first: columns.target_first?.[r] ?? null,
      last: columns.target_last?.[r] ?? null,
      gap: columns.gap?.[r] ?? "",
      margin: columns.margin?.[r] ?? null,
      support: columns.support?.[r] ?? null,
      isWithoutRival: columns.without_rival?.[r] === 1,
      supporters: columns.supported_by?.[r] ?? [], // numbers of names
      nSupporters: columns.supporter_count?.[r] ?? columns.supported_by?.[r]?.length ?? 0,
    });
  }
  return list;
}

/// The places of a model's exons.
function exonsOf(parts, m) {
  const exons = [];
  for (let p = parts.begins[m]; p < parts.begins[m + 1]; ++p) {
    const r = parts.rowOf(p),
      start = parts.starts[r],
      end = start + parts.columns.length[r],
      before = exons.at(-1);
    if (before && start <= before.end + most_skipped) before.end = end;
    else exons.push({ start, end });
  }
  return exons;
}

function placeText(genes, g) {
  return `${genes.sequences.name[genes.sequence[g]]}:${count(genes.start[g] + 1)}-${count(genes.start[g] + genes.length[g])}`;
}

const isComplete = (models, m) => !models.partial[m] && !models.pseudo[m];
const targetName = (genes, m) => (genes.models.target[m] === null ? "" : genes.names[genes.models.target[m]]);
