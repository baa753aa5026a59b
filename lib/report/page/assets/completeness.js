// Completeness of the annotation, drawn as BUSCO draws it: a bar for each set of proteins.
const completenessClasses = [
  { key: "single", letter: "S", name: "complete, single-copy" },
  { key: "duplicated", letter: "D", name: "complete, duplicated" },
  { key: "fragmented", letter: "F", name: "fragmented" },
  { key: "missing", letter: "M", name: "missing" },
];

/// The sets of a run that have proteins.
function completenessSets(run) {
  return (run.completeness ?? []).filter(
    (set) => set.n > 0 && set.proteins && completenessClasses.every(({ key }) => isNumber(set[key])),
  );
}

/// "C:95.5%[S:90.0%,D:5.5%],F:2.5%,M:2.0%,n:200"
function completenessText(set) {
  const share = (...keys) => percent(keys.reduce((sum, key) => sum + set[key], 0) / set.n);
  return `C:${share("single", "duplicated")}[S:${share("single")},D:${share("duplicated")}],F:${share("fragmented")},M:${share("missing")},n:${set.n}`;
}

const setName = ({ proteins }) => proteins.join(", ");

function drawCompleteness(sets, width) {
  const barHeight = 30,
    rowHeight = 66,
    right = width - 10,
    height = sets.length * rowHeight + 26;
  const x = (share) => 1 + (right - 1) * share;
  const items = [];
  sets.forEach((set, row) => {
    const top = row * rowHeight + 26;
    const letters = Math.floor((right - 8) / 7);
    items.push(makeSvg("text", { x: 1, y: top - 9, class: "name" }, shortened(setName(set), letters)));
    let before = 0;
    for (const { key, name } of completenessClasses) {
      const share = set[key] / set.n;
      items.push(
        makeSvg(
          "rect",
          {
            class: `class-${key}`,
            x: x(before),
            y: top,
            width: Math.max(0, x(before + share) - x(before)),
            height: barHeight,
          },
          makeSvg("title", null, `${name}: ${count(set[key])} of ${count(set.n)} (${percent(share)})`),
        ),
      );
      before += share;
    }
    const text = completenessText(set),
      size = Math.min(12.5, (right - 16) / (0.66 * text.length));
    items.push(
      makeSvg("text", { class: "over", x: 9, y: top + barHeight / 2 + 4.5, style: `font-size:${size}px` }, text),
    );
  });
  const y = sets.length * rowHeight + 2;
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    items.push(
      makeSvg("line", { class: "axis", x1: x(share), x2: x(share), y1: y - 10, y2: y - 5 }),
      makeSvg(
        "text",
        { x: x(share), y: y + 9, "text-anchor": share === 0 ? "start" : share === 1 ? "end" : "middle" },
        percent(share, 0),
      ),
    );
  return makeSvg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      height,
      role: "img",
      "aria-label": sets.map((set) => `${setName(set)}: ${completenessText(set)}`).join("; "),
    },
    items,
  );
}

function completenessCard(run) {
  const sets = completenessSets(run);
  if (sets.length === 0) return null;
  const bars = make("div", { class: "drawing" });
  drawFitted(bars, (width) => drawCompleteness(sets, width));
  const legend = make(
    "div",
    { class: "legend" },
    completenessClasses.map(({ key, name }) => make("span", null, make("i", { class: `class-${key}` }), name)),
  );
  const table = makeTable(
    [
      { title: "proteins", isText: true, cell: ({ name }) => name },
      ...sets.flatMap((set) => [
        {
          title: sets.length === 1 ? "number" : setName(set),
          cell: ({ keys }) => count(keys.reduce((sum, key) => sum + set[key], 0)),
        },
        { title: "share", cell: ({ keys }) => percent(keys.reduce((sum, key) => sum + set[key], 0) / set.n) },
      ]),
    ],
    [
      { name: "complete", keys: ["single", "duplicated"] },
      ...completenessClasses.map(({ key, name }) => ({ name, keys: [key] })),
      { name: "all", keys: completenessClasses.map(({ key }) => key) },
    ],
  );
  const card = makeCard(
    "Completeness",
    "A protein is complete if at least 80% of it aligns to an intact gene with start and stop codon, and duplicated if several such genes reach 85% of its best score. It is fragmented if it aligns to genes only in part, or only to partial or disrupted genes, and missing if it aligns to none.",
    bars,
    legend,
    make("details", null, make("summary", null, "Numbers"), table),
    sets.length === 1 &&
      make(
        "p",
        { class: "quiet" },
        "A proteome of a diverged species contains genes that this genome lacks, so 100% cannot be expected. For a comparison between genomes, rerun with --completeness and the ancestral proteins of a BUSCO lineage.",
      ),
  );
  card.classList.add("whole");
  return withSvgButton(card, bars, "completeness");
}
