// Further filters of the table of genes: by the alignment, by exons and by sequence.
function otherFilters(genes) {
  const { models, first, sequences } = genes;
  const most_names = 500; // in the list of suggestions
  byId("sequence-names").replaceChildren(
    ...sequences.name.slice(0, most_names).map((name) => make("option", { value: name })),
  );
  const number = (id) => byId(id).valueAsNumber;
  const isBelow = (value, least) => !Number.isNaN(least) && !(isNumber(value) && 100 * value >= least);

  /// A name, or a part of names where none is just this.
  const sequencesLike = (text) => {
    const exact = sequences.name.indexOf(text);
    if (exact >= 0) return (s) => s === exact;
    const like = sequences.name.map((name) => name.toLowerCase().includes(text.toLowerCase()));
    return (s) => like[s];
  };

  /// What the fields ask for now: whether a gene passes.
  const asked = () => {
    const identity = number("identity"),
      coverage = number("coverage"),
      fewest = number("fewest-exons"),
      most = number("most-exons");
    const text = byId("on-sequence").value.trim(),
      isThere = text ? sequencesLike(text) : () => true;
    return (g) => {
      const m = first[g],
        n = models.n_exons[m];
      return (
        !isBelow(models.identity[m], identity) &&
        !isBelow(models.coverage[m], coverage) &&
        !(n < fewest) &&
        !(n > most) &&
        isThere(genes.sequence[g])
      );
    };
  };
  return { ids: ["identity", "coverage", "fewest-exons", "most-exons", "on-sequence"], asked };
}
