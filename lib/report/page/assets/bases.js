// The genome that the page holds, a .2bit file, and the proteins that it translates to.
const twoBitLetters = "TCAG";

/// Reads places of a .2bit file of version 0. Sequences have the numbers of the account.
class TwoBitGenome {
  constructor(bytes) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset);
    this.records = [];
    let place = 16; // bytes of the head
    for (let n = this.view.getUint32(8, true); n > 0; --n) {
      place += 1 + this.view.getUint8(place) + 4;
      this.records.push(this.view.getUint32(place - 4, true));
    }
  }

  /// Runs without bases, [start, end), and where the packed bases begin.
  record(sequence) {
    const word = (k) => this.view.getUint32(this.records[sequence] + 4 * k, true);
    const nUnknown = word(1),
      nMasked = word(2 + 2 * nUnknown);
    const unknown = Array.from({ length: nUnknown }, (_, k) => [word(2 + k), word(2 + k) + word(2 + nUnknown + k)]);
    return { unknown, begin: this.records[sequence] + 4 * (4 + 2 * nUnknown + 2 * nMasked) };
  }

  /// In capitals, with N for what is not known.
  slice(sequence, start, end) {
    const { unknown, begin } = this.record(sequence);
    const bases = new Array(end - start);
    for (let k = start; k < end; ++k)
      bases[k - start] = twoBitLetters[(this.view.getUint8(begin + (k >> 2)) >> (6 - 2 * (k & 3))) & 3];
    for (const [first, last] of unknown)
      for (let k = Math.max(first, start); k < Math.min(last, end); ++k) bases[k - start] = "N";
    return bases.join("");
  }
}

let readGenome;

/// Null where the page has none.
function pageGenome() {
  readGenome ??= { genome: packedText("bases") ? new TwoBitGenome(decodeBase64(packedText("bases"))) : null };
  return readGenome.genome;
}

const complements = { A: "T", C: "G", G: "C", T: "A" };
const reverseComplement = (bases) =>
  Array.from(bases, (base) => complements[base] ?? "N")
    .reverse()
    .join("");

/// The parts of a model in reading direction.
const inReadingOrder = (parts, strand) => (strand === "-" ? [...parts].reverse() : parts);

/// The bases of a place, as they are read.
function basesOf(sequence, strand, start, end) {
  const bases = pageGenome().slice(sequence, start, end);
  return strand === "-" ? reverseComplement(bases) : bases;
}

/// `letters` are those of a genetic code, in the order of NCBI's tables.
function translateBases(coding, letters) {
  let protein = "";
  for (let k = 0; k + 3 <= coding.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => twoBitLetters.indexOf(coding[k + n]));
    protein += a < 0 || b < 0 || c < 0 ? "X" : letters[16 * a + 4 * b + c];
  }
  return protein.endsWith("*") ? protein.slice(0, -1) : protein;
}

/// The protein of each model by its number, null where there is none. The file of the page has those that it cannot
/// translate; `codes` are those of the account.
function proteinReader(stored, genes, parts, codes) {
  const { models } = genes;
  return (m) => {
    if (!stored) return null;
    if (Object.hasOwn(stored, models.id[m])) return stored[models.id[m]];
    const read = codes && pageGenome() ? inReadingOrder(partsOf(parts, m), models.strand[m]) : [];
    if (!isNumber(read[0]?.phase)) return null;
    const sequence = models.sequence[m];
    const coding = read.map(({ start, end }) => basesOf(sequence, models.strand[m], start, end)).join("");
    return translateBases(coding.slice(read[0].phase), codes.letters[codes.of_sequences[sequence]]);
  };
}

/// Of all models by their IDs; null where the page was made without them.
async function allProteins() {
  const [stored, account, columns, parts] = await Promise.all(["proteins", "account", "genes", "parts"].map(readData));
  if (!stored) return null;
  const genes = readGenes(columns, account.sequences),
    proteinOf = proteinReader(stored, genes, readParts(parts), account.codes),
    all = Object.create(null);
  for (let m = 0; m < genes.n_models; ++m) {
    const protein = proteinOf(m);
    if (protein) all[genes.models.id[m]] = protein;
  }
  return all;
}
