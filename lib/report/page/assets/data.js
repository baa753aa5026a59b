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

/// A part's data; null where the page has none.
function data(id) {
  if (!unpacked.has(id)) unpacked.set(id, packedText(id) ? unpack(id).then(JSON.parse) : Promise.resolve(null));
  return unpacked.get(id);
}

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

/// Where the parts of each model begin, and their columns.
function readParts(columns) {
  const begins = new Uint32Array(columns.n.length + 1);
  columns.n.forEach((n, m) => {
    begins[m + 1] = begins[m] + n;
  });
  return { begins, columns };
}

function partsOf(parts, genes, m) {
  const list = [];
  const { columns } = parts;
  for (let p = parts.begins[m]; p < parts.begins[m + 1]; ++p) {
    const start = genes.models.start[m] + columns.offset[p];
    const target = columns.target?.[p] ?? null;
    list.push({
      start,
      end: start + columns.length[p],
      phase: columns.phase?.[p] ?? null,
      target: target === null ? null : columns.names[target],
      first: columns.target_first?.[p] ?? null,
      last: columns.target_last?.[p] ?? null,
      gap: columns.gap?.[p] ?? "",
      margin: columns.margin?.[p] ?? null,
      support: columns.support?.[p] ?? null,
      isWithoutRival: columns.without_rival?.[p] === 1,
      supporters: (columns.supported_by?.[p] ?? []).map((name) => columns.names[name]),
    });
  }
  return list;
}

function placeText(genes, g) {
  return `${genes.sequences.name[genes.sequence[g]]}:${count(genes.start[g] + 1)}-${count(genes.start[g] + genes.length[g])}`;
}

const targetName = (genes, m) => (genes.models.target[m] === null ? "" : genes.names[genes.models.target[m]]);
