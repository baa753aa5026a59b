// A curator's marks of genes: kept in this browser, saved as a table that `annotate --review` and `merge --review` take,
// and read from such a table again. IDs change from run to run, so genes are known by their place and strand.
const markNames = { accept: "accepted", reject: "rejected", "look again": "look again" };
const markSigns = { accept: "✓", reject: "✗", "look again": "?" };
const markColumns = ["gene_id", "sequence", "start", "end", "strand", "mark", "note"];

/// A text as a field of a table.
const fieldText = (text) => String(text).replace(/[\t\r\n]+/g, " ");

class GeneMarks {
  constructor(genes, gene_set) {
    this.genes = genes;
    this.key = `exonweave marks ${gene_set}`;
    this.marks = new Map(); // by the number of the gene: { mark, note }
    this.listeners = [];
    this.isKept = this.load();
  }

  /// Whether the browser keeps marks. Other pages on this disk may write to the same store.
  load() {
    let text;
    try {
      text = localStorage.getItem(this.key) ?? "[]";
    } catch {
      return false;
    }
    try {
      for (const [g, mark, note] of JSON.parse(text)) {
        const isMark = mark === "" || Object.hasOwn(markNames, mark);
        if (Number.isInteger(g) && g >= 0 && g < this.genes.n && isMark && typeof note === "string")
          this.marks.set(g, { mark, note });
      }
    } catch {
      this.marks.clear(); // no table of marks
    }
    return true;
  }

  store() {
    try {
      localStorage.setItem(this.key, JSON.stringify([...this.marks].map(([g, { mark, note }]) => [g, mark, note])));
    } catch {
      this.isKept = false;
    }
    for (const listener of this.listeners) listener();
  }

  of(g) {
    return this.marks.get(g) ?? { mark: "", note: "" };
  }

  change(g, what) {
    const now = { ...this.of(g), ...what };
    if (now.mark || now.note) this.marks.set(g, now);
    else this.marks.delete(g);
    this.store();
  }

  count(mark) {
    let n = 0;
    for (const each of this.marks.values()) if (each.mark === mark) ++n;
    return n;
  }

  place(g) {
    const { genes } = this;
    return [
      fieldText(genes.sequences.name[genes.sequence[g]]),
      genes.start[g] + 1,
      genes.start[g] + genes.length[g],
      genes.strand[g],
    ];
  }

  /// In the order of the genes.
  table() {
    const rows = [...this.marks]
      .sort(([a], [b]) => a - b)
      .map(([g, { mark, note }]) =>
        [fieldText(this.genes.id[g]), ...this.place(g), mark || ".", fieldText(note)].join("\t"),
      );
    return `${[markColumns.join("\t"), ...rows].join("\n")}\n`;
  }

  /// Takes the marks of a table, in place of those that its genes have. Returns how many genes were found and how many
  /// rows have none here; throws an Error for another file.
  read(text) {
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
    const names = (lines[0] ?? "").split("\t");
    const lacking = markColumns.slice(1, 6).find((name) => !names.includes(name));
    if (lacking) throw new Error(`line 1 has no column ${lacking}`);
    const byPlace = new Map(Array.from({ length: this.genes.n }, (_, g) => [this.place(g).join("\t"), g]));
    const found = new Map();
    lines.slice(1).forEach((line, k) => {
      const fields = line.split("\t"),
        field = (name) => fields[names.indexOf(name)] ?? "";
      const mark = field("mark") === "." ? "" : field("mark");
      if (mark && !Object.hasOwn(markNames, mark))
        throw new Error(`row ${k + 1}: “${shortened(mark, 40)}” is no mark; accept, reject and look again are`);
      const g = byPlace.get(["sequence", "start", "end", "strand"].map(field).join("\t"));
      if (g !== undefined) found.set(g, { mark, note: field("note") });
    });
    for (const [g, { mark, note }] of found)
      if (mark || note) this.marks.set(g, { mark, note });
      else this.marks.delete(g);
    this.store();
    return { n: found.size, nUnknown: lines.length - 1 - found.size };
  }
}

function markSign(mark) {
  return make("span", { class: `sign ${mark.replace(" ", "-")}`, title: markNames[mark] }, markSigns[mark]);
}

/// For one gene: a button for each mark, and a note.
function markButtons(marks, g) {
  const buttons = Object.keys(markNames).map((mark) =>
    make(
      "button",
      {
        type: "button",
        class: `mark-button ${mark.replace(" ", "-")}`,
        "aria-pressed": String(marks.of(g).mark === mark),
        onclick: () => marks.change(g, { mark: marks.of(g).mark === mark ? "" : mark }),
      },
      `${markSigns[mark]} ${titleCase(mark)}`,
    ),
  );
  const update = () =>
    buttons.forEach((button, k) => button.setAttribute("aria-pressed", marks.of(g).mark === Object.keys(markNames)[k]));
  const input = make("input", {
    type: "text",
    class: "mark-note",
    placeholder: "Note",
    "aria-label": "Note on this gene",
    maxlength: 1000,
    oninput: (event) => marks.change(g, { note: event.target.value }),
  });
  input.value = marks.of(g).note;
  marks.onShown = update;
  return make("div", { class: "mark-row" }, buttons, input);
}

/// Counts, and what saves and reads tables.
function markTools(marks, fileName) {
  const text = make("span", { class: "quiet" });
  const said = make("span", { class: "quiet", role: "status" });
  const save = make(
    "button",
    { type: "button", onclick: () => saveFile(fileName, marks.table(), "text/tab-separated-values") },
    "Save marks",
  );
  const input = make("input", {
    type: "file",
    accept: ".tsv,.txt,text/tab-separated-values",
    class: "unseen",
    tabindex: -1,
    "aria-label": "Table of marks",
    onchange: async () => {
      const [file] = input.files;
      if (!file) return;
      try {
        const { n, nUnknown } = marks.read(await file.text());
        said.textContent = `${plural(n, "gene")} marked${nUnknown > 0 ? `; ${plural(nUnknown, "row")} of genes that are not here` : ""}.`;
      } catch (error) {
        said.textContent = `${file.name} is no table of marks: ${error.message}.`;
      }
      input.value = "";
    },
  });
  const open = make("button", { type: "button", onclick: () => input.click() }, "Load marks");
  const update = () => {
    const counts = Object.keys(markNames)
      .map((mark) => [marks.count(mark), markNames[mark]])
      .filter(([n]) => n > 0)
      .map(([n, name]) => `${count(n)} ${name}`);
    text.textContent = [
      counts.length > 0 ? `Marks: ${counts.join(", ")}.` : "No gene is marked.",
      !marks.isKept && "This browser does not keep marks: save them before you close the page.",
    ]
      .filter(Boolean)
      .join(" ");
    save.disabled = marks.marks.size === 0;
  };
  marks.listeners.push(update);
  update();
  return make("div", { class: "mark-tools" }, text, save, open, input, said);
}

const markFilters = {
  "": "any",
  ...markNames,
  marked: "any mark",
  unmarked: "no mark",
  note: "with a note",
};

/// Whether a mark is what the filter asks for.
function hasMark({ mark, note }, asked) {
  if (!asked) return true;
  if (asked === "note") return note !== "";
  if (asked === "marked") return mark !== "";
  return asked === "unmarked" ? mark === "" : mark === asked;
}

/// Shows marks in the table, and takes them by keys.
function keepMarks(account, genes, table, view) {
  const { marks } = genes;
  const name =
    genomeName(account)
      .replace(/\.gz$/, "")
      .replace(/\.[^.]*$/, "") || "genes";
  byId("marks").replaceChildren(markTools(marks, `${name}.marks.tsv`));
  marks.listeners.push(
    () => table.refresh(),
    () => marks.onShown?.(),
  );
  const keys = { a: "accept", r: "reject", l: "look again" };
  document.addEventListener("keydown", (event) => {
    if (!Object.hasOwn(keys, event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.nodeName) || view.g === undefined) return;
    if (byId("browser").contains(event.target)) return;
    const mark = keys[event.key];
    marks.change(view.g, { mark: marks.of(view.g).mark === mark ? "" : mark });
  });
}
