// Gene models made by hand for the tests of writers: on sequences of a small catalog, or as they come of a chain.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exons/one_strand.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave::testing {

/// chr1 has index 1, and there is a name that needs escapes.
inline sequence_catalog chromosomes() {
  sequence_catalog catalog;
  catalog.add("chr2", 500);
  catalog.add("chr1", 1000);
  catalog.add("a;b <c>=%", 50);
  return catalog;
}

/// All target symbols are matched.
inline model_exon exon(interval where, interval in_target, std::int8_t phase = no_phase,
                       std::vector<std::string> candidates = {}) {
  model_exon made;
  made.where = where;
  made.phase = phase;
  made.in_target = in_target;
  made.edits = {{spliced::edit::match, static_cast<std::uint32_t>(in_target.length())}};
  made.candidates = std::move(candidates);
  return made;
}

inline gene_model model(std::vector<model_exon> exons, strand on = strand::forward, std::size_t sequence = 1,
                        std::size_t target = 0, spliced::score score = 12) {
  gene_model made;
  made.sequence = sequence;
  made.on = on;
  made.score = score;
  made.target = target;
  made.exons = std::move(exons);
  made.is_coding = made.exons.front().phase != no_phase;
  made.identity = 0.98765;
  made.coverage = 1;
  made.has_start = made.has_stop = true;
  return made;
}

/// The exons of a model as a gene model found them, in place of those of its alignment.
inline gene_model replaced_by_gene_model(gene_model made) {
  made.kind = molecule::protein;
  made.evidence = gene_evidence::protein_and_model;
  made.model_score = 30;
  made.probability = 0.75;
  for (model_exon& each : made.exons) {
    each.in_target = {};
    each.edits.clear();
    each.margin.reset();
    each.supporters.clear();
    each.probability = 0.875;
  }
  return made;
}

/// The same where there is no alignment.
inline gene_model of_gene_model_alone(gene_model made) {
  made = replaced_by_gene_model(std::move(made));
  made.evidence = gene_evidence::model;
  made.target = no_target;
  made.e_value.reset();
  made.identity = made.coverage = 0;
  return made;
}

/// What a writer makes of models, `write` being called with a listing and a sink.
template <class Writer>
std::string written(const std::vector<locus_models>& loci, const target_set& targets, gff3_style style,
                    const Writer& write, score_unit unit = score_unit::whole()) {
  const sequence_catalog catalog = chromosomes();
  std::string text;
  write(model_listing(loci, catalog, targets, {style, unit}), [&](std::string_view piece) { text += piece; });
  return text;
}

/// The model of a chain on chr1, which reads `residues` from its begin on the strand and is `length` long, against a
/// target.
inline gene_model model_of_chain(const std::vector<spliced::aligned_exon>& exons, const std::string& residues,
                                 const std::string& aligned_residues, molecule kind, strand on = strand::forward) {
  std::vector<strand_exon> places;
  candidate_set candidates;
  for (const auto& each : exons) {
    places.push_back({{each.begin, each.end}, 0, {}});
    candidates.exons.push_back({});
  }
  const region_material material = case_on(residues, places);
  const alignment_task locus{1, {0, static_cast<std::int64_t>(residues.size())}, on, 0};
  const target aligned{"t0", aligned_residues, 1};
  return make_gene_model({17, exons}, {},
                         {locus, material, material.region, candidates, aligned, kind, standard_code(),
                          static_cast<std::int64_t>(residues.size())});
}

}  // namespace exonweave::testing
