// Unaligned proteins, and how the run went.
const reasonKind = (reason) =>
  String(reason)
    .replace(/(:| need) .*$/, "")
    .replace(/,$/, "");

function showUnplaced(unplaced) {
  const host = byId("unplaced-body");
  if (!unplaced)
    return host.replaceChildren(
      note("This page lacks the table of unaligned proteins, which the option --unplaced adds."),
    );
  const n = unplaced.target_id.length;
  if (n === 0) return host.replaceChildren(note("All proteins were aligned."));
  const counts = new Map();
  for (const reason of unplaced.reason) counts.set(reasonKind(reason), (counts.get(reasonKind(reason)) ?? 0) + 1);
  const rows = [...counts].sort((a, b) => b[1] - a[1]);
  const reasons = makeCard(
    "Reasons",
    "One row for each protein and region.",
    makeTable(
      [
        { title: "reason", isText: true, cell: (row) => row[0] },
        { title: "rows", cell: (row) => count(row[1]) },
        {
          title: "",
          cell: (row) =>
            make(
              "span",
              { class: "bar" },
              make("i", { style: `width:${Math.max(1, Math.round((100 * row[1]) / rows[0][1]))}%` }),
            ),
        },
      ],
      rows,
    ),
  );
  return host.replaceChildren(make("div", { class: "cards" }, reasons, unplacedList(unplaced, n)));
}

/// Found by name, a few at a time.
function unplacedList(unplaced, n) {
  const most = 12;
  const table = make("div", null),
    said = make("p", { class: "quiet", "aria-live": "polite" });
  const placeOf = (k) =>
    unplaced.region_seqid[k] === ""
      ? missing
      : `${unplaced.region_seqid[k]}:${count(unplaced.region_start0[k] + 1)}-${count(unplaced.region_end0[k])}`;
  const show = (query) => {
    const found = Array.from({ length: n }, (_, k) => k).filter((k) =>
      `${unplaced.target_id[k]}\n${unplaced.reason[k]}`.toLowerCase().includes(query.toLowerCase()),
    );
    said.textContent =
      found.length > most ? `The first ${most} of ${count(found.length)}.` : plural(found.length, "row");
    table.replaceChildren(
      makeTable(
        [
          { title: "protein", isText: true, cell: (k) => unplaced.target_id[k] },
          { title: "region", isText: true, cell: placeOf },
          { title: "reason", isText: true, cell: (k) => unplaced.reason[k] },
          { title: "best score", cell: (k) => scoreText(unplaced.best_score[k]) },
        ],
        found.slice(0, most),
      ),
    );
  };
  show("");
  return makeCard(
    "Proteins",
    null,
    make(
      "label",
      { class: "quiet" },
      "Search ",
      make("input", {
        type: "search",
        "aria-label": "Search unaligned proteins",
        placeholder: "name or reason",
        oninput: (event) => show(event.target.value),
      }),
    ),
    said,
    table,
  );
}

/// With what was predicted beside it, where the run predicted it.
function stageCard(times, predicted) {
  const stages = Object.entries(times ?? {}).filter(([name, value]) => name !== "total" && isNumber(value));
  if (stages.length === 0) return null;
  const total = times.total ?? stages.reduce((sum, [, value]) => sum + value, 0);
  const columns = [
    { title: "stage", isText: true, cell: ([name]) => titleCase(name) },
    { title: "wall time", cell: ([, value]) => seconds(value) },
  ];
  if (stages.some(([name]) => isNumber(predicted?.[name])))
    columns.push({ title: "predicted", cell: ([name]) => seconds(predicted[name]) });
  columns.push(
    { title: "share", cell: ([, value]) => percent(value / total, 0) },
    {
      title: "",
      cell: ([, value]) =>
        make("span", { class: "bar" }, make("i", { style: `width:${Math.round((100 * value) / total)}%` })),
    },
  );
  return makeCard("Run time", `Wall-clock time, ${seconds(total)} in total.`, makeTable(columns, stages));
}

function predictedCard({ totals, results }) {
  if (!isNumber(totals?.predicted_thread_seconds)) return null;
  const rows = [
    ["CPU time, predicted", totals.predicted_thread_seconds],
    ["CPU time, measured", totals.cpu_seconds],
    ["wall-clock time of each thread, measured", totals.thread_seconds],
  ].filter(([, value]) => isNumber(value));
  const table = makeTable(
    [
      { title: "alignment, summed over threads", isText: true, cell: ([name]) => name },
      { title: "time", cell: ([, value]) => seconds(value) },
      {
        title: "",
        cell: ([, value]) =>
          make(
            "span",
            { class: "bar" },
            make("i", { style: `width:${Math.round((100 * value) / Math.max(...rows.map((row) => row[1])))}%` }),
          ),
      },
    ],
    rows,
  );
  const times = (results?.times ?? []).filter(([predicted, taken]) => predicted > 0 && taken > 0);
  if (times.length < 20 || !hasLibrary("charts")) return makeCard("Predicted and measured", null, table);
  return chartCard(
    "Predicted and measured",
    "One point for each region. On the line both times are equal.",
    (width) =>
      Plot.plot(
        baseStyle(width, {
          height: 260,
          marginLeft: 54,
          x: { type: "log", label: "predicted, s", ticks: 4, tickFormat: "~g" },
          y: { type: "log", label: "measured, s", ticks: 4, tickFormat: "~g", grid: true },
          marks: [
            Plot.line(
              [
                0.9 * times.reduce((least, [x, y]) => Math.min(least, x, y), Infinity),
                1.1 * times.reduce((most, [x]) => Math.max(most, x), 0),
              ].map((x) => [x, x]),
              { stroke: "var(--quiet)", strokeDasharray: "4,3" },
            ),
            Plot.dot(times, { x: "0", y: "1", r: 1.6, fill: "var(--accent)", fillOpacity: 0.35 }),
          ],
        }),
      ),
    table,
  );
}

function pairsOf(object) {
  return make(
    "dl",
    { class: "pairs" },
    Object.entries(object).flatMap(([key, value]) => [
      make("dt", null, titleCase(key)),
      make("dd", null, valueText(value)),
    ]),
  );
}

function valueText(value) {
  if (value === null) return missing;
  if (typeof value !== "object") return String(value);
  const items = Array.isArray(value)
    ? value.map(valueText)
    : Object.entries(value).map(([key, each]) => `${titleCase(key).toLowerCase()} ${valueText(each)}`);
  return items.join(", ") || missing;
}

const limitTitles = { loci: "loci of a protein", looks: "matches of a protein", introns: "length of an intron, nt" };

function limitsCard(limits) {
  if (!limits) return null;
  return makeCard(
    "Limits of the search",
    null,
    makeTable(
      [
        { title: "limited", isText: true, cell: ([name]) => limitTitles[name] ?? titleCase(name) },
        { title: "limit", cell: ([, each]) => count(each.limit) },
        { title: "excluded", cell: ([, each]) => count(each.left_out) },
        { title: "proteins affected", cell: ([, each]) => count(each.targets) },
      ],
      Object.entries(limits),
    ),
  );
}

/// As a shell takes it.
function commandText(words) {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}

function showRun(account, genes) {
  const { run } = account;
  const inputs = run.inputs ?? [];
  const inputCard = makeCard(
    "Inputs",
    null,
    makeTable(
      [
        { title: "role", isText: true, cell: (input) => String(input.role) },
        { title: "file", isFree: true, cell: (input) => input.path ?? missing },
        { title: "size", cell: (input) => bytes(input.bytes) },
        { title: "MD5", isFree: true, cell: (input) => input.md5 ?? missing },
      ],
      inputs,
    ),
  );
  inputCard.classList.add("whole");
  const cards = [
    run.command && copyCard("Command", commandText(run.command), "command"),
    copyCard("Methods, for a paper", methodsText(account, genes), "methods"),
    settingsCard(run),
    versionsCard(run),
    stageCard(run.seconds, run.predicted_seconds),
    predictedCard(run),
    inputCard,
    limitsCard(run.search_limits),
  ];
  byId("run-body").replaceChildren(...cards.filter(Boolean));
}
