// The genome browser, igv.js, with the genes, the alignments and, where the page holds it, the sequence. It reads names as
// markup in places, and blanks as the end of a name, so it gets none that could be any.
const plainName = (name) => name.replace(/[<>&"'`\s]/g, "_");

/// The same in the index of a .2bit file, whose names keep their lengths.
function withPlainNames(twoBit) {
  const view = new DataView(twoBit.buffer, twoBit.byteOffset);
  let at = 16; // bytes of the head
  for (let n = view.getUint32(8, true); n > 0; --n) {
    const end = at + 1 + view.getUint8(at);
    for (++at; at < end; ++at) twoBit[at] = plainName(String.fromCharCode(twoBit[at])).charCodeAt(0);
    at += 4; // the place of its record
  }
  return twoBit;
}

class GenomeBrowser {
  constructor(account, genes, host) {
    Object.assign(this, { account, genes, host });
    host.replaceChildren(...this.introduction());
  }

  introduction() {
    const sessions = sessionButtons(this.account, this.genes, () => this.shownGene ?? 0);
    if (!hasLibrary("browser"))
      return [
        note("This program was built without its genome browser. The table and the drawings of genes work without it."),
        make("div", { class: "browser-tools" }, sessions),
      ];
    this.frame = make("div", { class: "browser-frame" });
    this.frame.hidden = true;
    this.button = make("button", { type: "button", class: "main", onclick: () => this.open() }, "Open the browser");
    this.said = make("p", { class: "quiet", role: "status" });
    const tools = make(
      "div",
      { class: "browser-tools" },
      this.button,
      this.trackChooser(),
      sessions,
    );
    const scale = make(
      "div",
      { class: "legend" },
      make("span", null, make("i", { class: "scale" }), "genes by support, 0.5 to 1"),
      make("span", null, make("i", { style: "background:var(--unknown)" }), "no support given"),
    );
    return [make("p", { class: "quiet" }, this.contents()), tools, this.said, scale, this.frame];
  }

  /// Files of this computer, of any size: they are read where they are.
  trackChooser() {
    const input = make("input", {
      type: "file",
      multiple: true,
      class: "unseen",
      tabindex: -1,
      "aria-label": "Files of tracks",
      onchange: () => {
        const files = [...input.files];
        input.value = "";
        return this.addTracks(files);
      },
    });
    const title = "BED, GFF3, GTF, bigWig, and BAM together with its index";
    return [make("button", { type: "button", title, onclick: () => input.click() }, "Add tracks"), input];
  }

  async addTracks(files) {
    const { configs, problems } = chosenTracks(files);
    await this.open();
    for (const config of configs)
      await this.browser
        .loadTrack(config)
        .catch((error) => problems.push(`${config.name} cannot be read: ${error.message ?? error}`));
    this.said.textContent = problems.join(" ");
  }

  contents() {
    const { account } = this;
    const shown = ["the genes"],
      sentences = [];
    if (packedText("alignments")) shown.push("the alignments");
    if (packedText("bases")) shown.push("the sequence");
    for (const { name, held } of account.tracks) if (held) shown.push(name);
    const list = shown.length < 3 ? shown.join(" and ") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
    sentences.push(`It shows ${list}.`);
    const noAlignments = {
      size: `There are ${count(account.n_alignments)} alignments. A page holds ${count(account.most_alignments)} at most.`,
      memory: "The alignments were left out, as the memory of the run did not suffice.",
    };
    const noBases = {
      size: `The genome is too large: a page holds ${count(account.most_bases / 1e6)} Mb of sequence at most.`,
      names: "The sequence is left out, as names of sequences are too long for the browser.",
      memory: "The sequence was left out, as the memory of the run did not suffice.",
    };
    if (!isNumber(account.n_alignments)) sentences.push("The option --alignments adds the alignments.");
    else if (account.no_alignments) sentences.push(noAlignments[account.no_alignments]);
    if (!account.has_genome) sentences.push("The option --genome adds the sequence.");
    else if (account.no_bases) sentences.push(noBases[account.no_bases]);
    const others = account.tracks.filter(({ held }) => !held);
    if (others.length > 0)
      sentences.push(
        `Too large for the page: ${others.map(({ name, bytes: size }) => `${name} (${bytes(size)})`).join(", ")}. “Add tracks” opens such files.`,
      );
    return sentences.join(" ");
  }

  open(place) {
    this.started ??= this.start(place).catch((error) =>
      this.host.replaceChildren(note(`The genome browser cannot be opened: ${error.message}`)),
    );
    return this.started;
  }

  async start(place) {
    if (this.genes.sequences.name.length === 0) return this.host.append(note("There is no sequence to show."));
    this.button.disabled = true;
    this.button.textContent = "Opening…";
    await library("browser");
    this.frame.hidden = false;
    const tracks = [await featureTrack("Genes", this.genes, "parts", 120)];
    const columns = await data("alignments");
    if (columns)
      tracks.push(
        await featureTrack("Alignments", readGenes(columns, this.genes.sequences), "alignment-parts", 220),
      );
    tracks.push(...(await heldTracks(this.account.tracks)));
    this.browser = await igv.createBrowser(this.frame, {
      reference: this.reference(),
      locus: place ?? this.firstPlace(),
      tracks,
      search: false, // of names, by a service of igv.org
      loadDefaultGenomes: false,
      genomeList: [],
      showSampleNames: false,
      showSVGButton: true,
      showTrackLabels: true,
      showROITable: false,
    });
    this.browser.on("trackclick", (_, entries) => popupMarkup(entries));
    // It takes the colours of controls and labels from the system, but paper and drawings are always light.
    const light = new CSSStyleSheet();
    light.replaceSync(".igv-container { color-scheme: light; }");
    this.frame.shadowRoot.adoptedStyleSheets.push(light);
    this.button.remove();
    return undefined;
  }

  /// Around the first gene.
  firstPlace() {
    const { genes } = this;
    return genes.n === 0 ? plainName(genes.sequences.name[0]) : this.placeAround(0);
  }

  placeAround(g) {
    const { genes } = this;
    return this.around(genes.sequence[g], genes.start[g], genes.length[g]);
  }

  around(sequence, start, length) {
    const margin = Math.max(500, length * 0.6);
    return `${plainName(this.genes.sequences.name[sequence])}:${Math.max(1, Math.round(start - margin))}-${Math.round(start + length + margin)}`;
  }

  reference() {
    const { name, length } = this.genes.sequences;
    const sizes = name.map((each, s) => `${plainName(each)}\t${Math.max(1, length[s])}\n`).join("");
    const lengths = new File([sizes], "genome.chrom.sizes"),
      common = { id: "genome", name: "genome", wholeGenomeView: false };
    if (!packedText("bases")) return { ...common, format: "chromsizes", fastaURL: lengths };
    return {
      ...common,
      chromSizesURL: lengths,
      twoBitURL: new File([withPlainNames(decodeBase64(packedText("bases")))], "genome.2bit"),
    };
  }

  browse(g) {
    this.shownGene = g;
    return this.goTo(this.placeAround(g));
  }

  async goTo(place) {
    byId("browser").scrollIntoView();
    if (this.browser) await this.browser.search(place);
    else await this.open(place);
  }
}

/// As supportColour(), on paper, which is light in the browser whatever the page is.
function paperColour(support) {
  if (!isNumber(support)) return "rgb(138,143,148)";
  const [low, middle, high] = [
    [217, 164, 65],
    [111, 158, 143],
    [20, 100, 125],
  ];
  const share = 2 * Math.max(0, Math.min(1, (support - 0.5) / 0.5));
  const [from, to, part] = share < 1 ? [low, middle, share] : [middle, high, share - 1];
  return `rgb(${from.map((value, k) => Math.round(value + (to[k] - value) * part)).join(",")})`;
}

/// What is said of a model that is clicked at.
function popupEntries(genes, m, label) {
  const { models } = genes;
  return [
    ["Name", label],
    ["Target", targetName(genes, m)],
    ["Product", models.product[m]],
    ["Location", `${genes.sequences.name[models.sequence[m]]}:${count(models.start[m] + 1)}-${count(models.start[m] + models.length[m])} ${models.strand[m]}`],
    ["Support", isNumber(models.support[m]) ? decimal(models.support[m], 3) : ""],
    ["Score", isNumber(models.score[m]) ? scoreText(models.score[m]) : ""],
    ["Identity", isNumber(models.identity[m]) ? percent(models.identity[m]) : ""],
    ["Coverage", isNumber(models.coverage[m]) ? percent(models.coverage[m]) : ""],
    ["Evidence", models.evidence[m] ? evidenceNames[models.evidence[m]] : ""],
  ]
    .filter(([, value]) => value)
    .map(([name, value]) => ({ name, value }));
}

async function featureTrack(name, genes, id, height) {
  const parts = readParts(await data(id));
  const { models } = genes;
  const labels = name === "Genes" ? modelLabels(genes) : null;
  const features = Array.from({ length: genes.n_models }, (_, m) => {
    return {
      chr: plainName(genes.sequences.name[models.sequence[m]]),
      start: models.start[m],
      end: models.start[m] + models.length[m],
      strand: models.strand[m],
      name: plainName(labels?.[m] ?? (targetName(genes, m) || models.id[m])),
      color: paperColour(name === "Genes" ? models.support[m] : null),
      popupData: () => popupEntries(genes, m, labels?.[m] ?? models.id[m]),
      exons: exonsOf(parts, m),
    };
  });
  return {
    name,
    type: "annotation",
    features,
    height,
    displayMode: "EXPANDED",
    searchable: false,
    removable: false,
  };
}

/// The name of its gene for each model; IDs where a gene has several.
function modelLabels(genes) {
  const labels = new Array(genes.n_models);
  genes.modelsOf.forEach((list, g) =>
    list.forEach((m) => {
      labels[m] = list.length === 1 ? geneName(genes, g) : genes.models.id[m];
    }),
  );
  return labels;
}
