// The splice model as logos: letters above the line are more frequent at true sites than at decoys, those below it less.
const letters = ["A", "C", "G", "T"];
const fixedSites = { donor: { 0: "G", 1: "T" }, acceptor: { "-2": "A", "-1": "G" }, start: { 0: "A", 1: "T", 2: "G" } };
const siteTitles = { acceptor: "Acceptor: an intron ends", donor: "Donor: an intron begins", start: "Start codon" };
const letterHeight = 0.73; // of a capital, in parts of the font's size

function logoRows(kind, { n_before, bits }) {
  const rows = [];
  bits.forEach((row, k) => {
    const position = k - n_before,
      fixed = row.every((value) => value === 0) ? fixedSites[kind][position] : undefined;
    if (fixed) rows.push({ position, letter: fixed, low: 0, high: 1, isFixed: true });
    for (const sign of [1, -1]) {
      let edge = 0;
      const stack = row
        .map((value, base) => ({ letter: letters[base], size: Math.max(0, sign * value) }))
        .filter((each) => each.size > 0)
        .sort((a, b) => a.size - b.size);
      for (const { letter, size } of stack) {
        const [low, high] = [sign * edge, sign * (edge + size)].sort((a, b) => a - b);
        rows.push({ position, letter, low, high, isBelow: sign < 0 });
        edge += size;
      }
    }
  });
  return rows;
}

/// A mark of Plot: each letter as wide as its position and as high as its bits.
function letterMark(rows) {
  return (index, scales) => {
    const group = makeSvg("g", { class: "letters" });
    const wide = scales.x.bandwidth ? scales.x.bandwidth() : 10;
    for (const { position, letter, low, high, isFixed, isBelow } of rows) {
      const top = scales.y(high),
        height = scales.y(low) - top;
      if (height < 0.4) continue;
      const size = 20,
        narrow = wide / 14.2;
      group.append(
        makeSvg(
          "text",
          {
            transform: `translate(${scales.x(position) + wide / 2} ${top + height}) scale(${narrow} ${height / (size * letterHeight)})`,
            "font-size": size,
            "text-anchor": "middle",
            fill: isFixed ? "var(--unknown)" : `var(--base-${letter.toLowerCase()})`,
            opacity: isBelow ? 0.38 : 1,
          },
          letter,
        ),
      );
    }
    return group;
  };
}

function logoCard(kind, entry) {
  const rows = logoRows(kind, entry);
  const positions = entry.bits.map((_, k) => k - entry.n_before);
  // Rare letters far below would flatten all that matters.
  const high = Math.max(2, ...rows.map((row) => row.high)),
    low = Math.max(-high, Math.min(0, ...rows.map((row) => row.low)));
  const table = numbersOf(
    "Bits of each base",
    makeTable(
      [
        { title: "position", cell: (k) => positionText(positions[k]) },
        ...letters.map((letter, base) => ({ title: letter, cell: (k) => decimal(entry.bits[k][base], 2) })),
      ],
      positions.map((_, k) => k),
    ),
  );
  return chartCard(
    siteTitles[kind],
    "",
    (width) =>
      Plot.plot(
        baseStyle(width, {
          height: 200,
          x: {
            type: "band",
            domain: positions,
            padding: 0.04,
            label: null,
            tickFormat: (position) =>
              positions.length * 22 > width && position % 2 !== 0 ? "" : positionText(position),
            tickSize: 0,
          },
          y: { domain: [low, high], label: "bits", grid: true, ticks: 5, clamp: true },
          clip: true,
          marks: [Plot.ruleY([0]), letterMark(rows)],
        }),
      ),
    table,
  );
}

/// As biologists count: there is no position 0.
const positionText = (position) => (position < 0 ? `−${-position}` : `+${position + 1}`);

function siteCards(model, training) {
  if (!model) return [note("This page lacks the splice model, which the option --splice-model adds.")];
  const round = training?.at?.(-1);
  const source = !round
    ? `The model is ${model.name}.`
    : ["composition", null].includes(round.chosen_by)
      ? `Only ${plural(round.genes, "confident gene")} could be used for training. The model is ${round.chosen}${round.chosen_by ? ", selected by the composition of the genome" : ""}.`
      : `The model is ${round.chosen}, selected on ${plural(round.genes, "confident gene")} with ${plural(round.introns, "intron")} of this genome.`;
  return [
    make(
      "p",
      null,
      source,
      hasLibrary("charts")
        ? " Letters above the line are more frequent at true sites than elsewhere. Faint letters below it are less frequent. Grey letters are the same at all sites."
        : " Bases of more than 0 bits are more frequent at true sites than elsewhere, those of less are rarer. Where all four have 0, the base is the same at all sites.",
    ),
    make(
      "div",
      { class: "logos" },
      ["acceptor", "donor", "start"].map((kind) => logoCard(kind, model[kind])),
    ),
  ];
}
