// The genes of each sequence.
function sequenceRows(genes) {
  const rows = genes.sequences.name.map((name, s) => ({
    s,
    name,
    length: genes.sequences.length[s],
    n: 0,
    n_complete: 0,
    support: 0,
    n_support: 0,
    coding: 0,
    exons: 0,
  }));
  for (let g = 0; g < genes.n; ++g) {
    const row = rows[genes.sequence[g]],
      m = genes.first[g],
      support = genes.models.support[m];
    row.n += 1;
    row.exons += genes.models.n_exons[m] ?? 0;
    if (isComplete(genes.models, m)) row.n_complete += 1;
    if (isNumber(support)) {
      row.support += support;
      row.n_support += 1;
    }
  }
  return rows;
}

const sequenceColumns = [
  { name: "sequence", isText: true, key: (row) => row.name, startsAscending: true },
  { name: "length, nt", key: (row) => row.length || null, text: count },
  { name: "genes", key: (row) => row.n, text: count },
  {
    name: "genes per Mb",
    key: (row) => (row.length > 0 ? (1e6 * row.n) / row.length : null),
    text: (value) => decimal(value, 1),
  },
  { name: "complete genes", key: (row) => row.n_complete, text: count },
  { name: "complete", key: (row) => (row.n > 0 ? row.n_complete / row.n : null), text: (value) => percent(value) },
  {
    name: "mean support",
    key: (row) => (row.n_support > 0 ? row.support / row.n_support : null),
    text: (value) => decimal(value, 3),
  },
  { name: "exons per gene", key: (row) => (row.n > 0 ? row.exons / row.n : null), text: (value) => decimal(value, 1) },
];

/// The longest first, until a head is chosen; a click on a name shows its genes.
function showSequences(genes, choose) {
  const host = byId("sequences-body");
  const rows = sequenceRows(genes);
  if (rows.length === 0) return host.replaceChildren(note("There are no sequences."));
  const step = 20;
  let order = { column: sequenceColumns[1], descending: true },
    n_shown = step;
  const sorted = () => {
    const { key } = order.column,
      sign = order.descending ? -1 : 1;
    return [...rows].sort((a, b) => {
      const left = key(a),
        right = key(b);
      if (left === right) return a.s - b.s;
      if (left === null) return 1;
      if (right === null) return -1;
      return left < right ? -sign : sign;
    });
  };
  const head = (column) =>
    make(
      "button",
      {
        type: "button",
        class: "sort",
        onclick: () => {
          order = { column, descending: order.column === column ? !order.descending : !column.startsAscending };
          draw();
        },
      },
      column.name + (order.column === column ? (order.descending ? " ↓" : " ↑") : ""),
    );
  const cellOf = (column) => (row) =>
    column.isText
      ? make(
          "button",
          { type: "button", class: "link", title: "Show the genes of this sequence", onclick: () => choose(row.name) },
          row.name,
        )
      : column.text(column.key(row));
  const draw = () => {
    const table = makeTable(
      sequenceColumns.map((column) => ({ title: head(column), isText: column.isText, cell: cellOf(column) })),
      sorted().slice(0, n_shown),
    );
    const more = () => {
      n_shown += 10 * step;
      draw();
    };
    const save = () =>
      saveFile(
        "sequences.tsv",
        tsvText([
          sequenceColumns.map(({ name }) => name),
          ...sorted().map((row) => sequenceColumns.map(({ key }) => key(row))),
        ]),
        "text/tab-separated-values",
      );
    host.replaceChildren(
      make(
        "div",
        { class: "card" },
        table,
        make(
          "p",
          { class: "actions" },
          n_shown < rows.length &&
            make("button", { type: "button", onclick: more }, `Show more of ${count(rows.length)}`),
          make("button", { type: "button", onclick: save }, "Table (TSV)"),
        ),
      ),
    );
  };
  return draw();
}
