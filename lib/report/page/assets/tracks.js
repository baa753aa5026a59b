// Tracks of other programs in the browser: those that the page holds, and files that are chosen here. And what other
// browsers open beside the files of the run.
const trackTypes = { bed: "annotation", gff3: "annotation", gtf: "annotation", bam: "alignment", bigwig: "wig" };
const trackEnds = { bed: "bed", gff: "gff3", gff3: "gff3", gtf: "gtf", bam: "bam", bw: "bigwig", bigwig: "bigwig" };
const indexEnds = /\.(bai|csi|tbi)$/i;

function trackConfig(name, format, file, index) {
  return {
    name: plainName(name),
    type: trackTypes[format],
    format,
    url: file,
    ...(index ? { indexURL: index } : { indexed: false }),
    searchable: false,
    displayMode: "EXPANDED",
    height: format === "bam" ? 220 : 90,
  };
}

/// Those that the page holds.
function heldTracks(tracks) {
  return Promise.all(
    tracks.map(async ({ name, format, held }, k) => {
      if (!held) return null;
      const isText = trackTypes[format] === "annotation";
      const content = isText ? await unpack(`track-${k}`) : decodeBase64(packedText(`track-${k}`));
      return trackConfig(name, format, new File([content], `track.${format}`));
    }),
  ).then((list) => list.filter(Boolean));
}

/// Files that were chosen, with their indexes; `problems` are texts on others.
function chosenTracks(files) {
  const configs = [],
    problems = [];
  for (const file of files) {
    if (indexEnds.test(file.name)) continue;
    const format = trackEnds[file.name.toLowerCase().replace(/\.gz$/, "").split(".").pop()];
    const stem = file.name.replace(/\.bam$/i, "");
    const index = files.find(
      ({ name }) => indexEnds.test(name) && [file.name, stem].includes(name.replace(indexEnds, "")),
    );
    if (!format) problems.push(`${file.name} is not BED, GFF3, GTF, BAM or bigWig.`);
    else if (format === "bam" && !index)
      problems.push(`${file.name}: choose its index, ${file.name}.bai, together with it.`);
    else configs.push(trackConfig(file.name, format, file, index));
  }
  return { configs, problems };
}

const xmlText = (text) => String(text).replace(/[^\x20-\x7e]|[<>&"']/gu, (letter) => `&#${letter.codePointAt(0)};`);

/// The files of a run of annotate, by their names.
const runTracks = [
  { name: "Genes", file: "genes.gff3.gz" },
  { name: "Alignments", file: "alignments.gff3.gz" },
];

function sessionPlace(genes, g) {
  return `${genes.sequences.name[genes.sequence[g]]}:${Math.max(1, genes.start[g] - 499)}-${genes.start[g] + genes.length[g] + 500}`;
}

/// A session of IGV: XML to be saved beside the files of the run.
function igvSession(account, genes, g) {
  const files = [...runTracks.map(({ file }) => file), ...account.tracks.map(({ name }) => name)];
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    `<Session genome="${xmlText(genomeName(account))}" locus="${xmlText(sessionPlace(genes, g))}" version="8">`,
    "  <Resources>",
    ...files.map((file) => `    <Resource path="${xmlText(file)}"/>`),
    "  </Resources>",
    "</Session>",
    "",
  ].join("\n");
}

const jbrowseFile = (uri) => ({ uri, locationType: "UriLocation" });

function jbrowseGenome(name) {
  const files = { fastaLocation: jbrowseFile(name), faiLocation: jbrowseFile(`${name}.fai`) };
  if (!name.endsWith(".gz")) return { type: "IndexedFastaAdapter", ...files };
  return { type: "BgzipFastaAdapter", ...files, gziLocation: jbrowseFile(`${name}.gzi`) };
}

function jbrowseAdapter(name, format) {
  if (format === "bam")
    return { type: "BamAdapter", bamLocation: jbrowseFile(name), index: { location: jbrowseFile(`${name}.bai`) } };
  if (format === "bigwig") return { type: "BigWigAdapter", bigWigLocation: jbrowseFile(name) };
  if (format === "bed") return { type: "BedAdapter", bedLocation: jbrowseFile(name) };
  if (format === "gtf") return { type: "GtfAdapter", gtfLocation: jbrowseFile(name) };
  return { type: "Gff3Adapter", gffLocation: jbrowseFile(name) };
}

const jbrowseTypes = { bam: "AlignmentsTrack", bigwig: "QuantitativeTrack" };

/// A configuration of JBrowse 2, to be saved beside the files of the run.
function jbrowseConfig(account, genes, g) {
  const assembly = genomeName(account);
  const track = (id, name, type, adapter) => ({ type, trackId: id, name, assemblyNames: [assembly], adapter });
  const tracks = [
    ...runTracks.map(({ name, file }) =>
      track(name.toLowerCase(), name, "FeatureTrack", {
        type: "Gff3TabixAdapter",
        gffGzLocation: jbrowseFile(file),
        index: { location: jbrowseFile(`${file}.tbi`), indexType: "TBI" },
      }),
    ),
    ...account.tracks.map(({ name, format }, k) =>
      track(`track-${k}`, name, jbrowseTypes[format] ?? "FeatureTrack", jbrowseAdapter(name, format)),
    ),
  ];
  const config = {
    assemblies: [
      {
        name: assembly,
        sequence: { type: "ReferenceSequenceTrack", trackId: "sequence", adapter: jbrowseGenome(assembly) },
      },
    ],
    tracks,
    defaultSession: {
      name: `Genes in ${assembly}`,
      view: {
        id: "genes",
        type: "LinearGenomeView",
        init: { assembly, loc: sessionPlace(genes, g), tracks: tracks.map(({ trackId }) => trackId) },
      },
    },
  };
  return `${JSON.stringify(config, null, 1)}\n`;
}

/// Buttons that save them; nothing where the files of the run have other names, or it has no genome.
function sessionButtons(account, genes, shownGene) {
  if (account.run.subcommand !== "annotate" || !genomeName(account) || genes.n === 0) return [];
  const button = (label, name, text, type, title) =>
    make(
      "button",
      { type: "button", title, onclick: () => saveFile(name, text(account, genes, shownGene()), type) },
      label,
    );
  const where = `Save it in the folder of the run, with ${genomeName(account)} and its index`;
  return [
    button("Save IGV session", "igv-session.xml", igvSession, "application/xml", where),
    button("Save JBrowse 2 configuration", "config.json", jbrowseConfig, "application/json", where),
  ];
}

const markupText = (text) => String(text ?? "").replace(/[<>&"']/g, (letter) => `&#${letter.codePointAt(0)};`);

/// What a click on any track shows. The browser reads texts as markup, so none comes to it as it is.
function popupMarkup(entries) {
  if (!entries || entries.length === 0) return undefined;
  return entries
    .map((entry) => {
      if (typeof entry === "string") return entry.startsWith("<hr") ? "<hr>" : `<div>${markupText(entry)}</div>`;
      if (!entry.name) return "";
      return `<div><span>${markupText(entry.name)}</span>&nbsp;&nbsp;${markupText(entry.value)}</div>`;
    })
    .join("");
}
