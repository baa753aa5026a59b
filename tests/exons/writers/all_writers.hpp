// Every output of some results, for tests of what results may come in.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exons/run/locus_models.hpp"
#include "exons/writers/alignment_writer.hpp"
#include "exons/writers/gff3_writer.hpp"
#include "exons/writers/gtf_writer.hpp"
#include "exons/writers/miniprot_writer.hpp"
#include "exons/writers/plain_writers.hpp"

namespace exonweave::testing {

/// All that is written of the models of some results of sound places.
inline std::string written_by_all(const std::vector<locus_result>& results, const sequence_catalog& sequences,
                                  const target_set& targets, const spliced::substitution_matrix& scores) {
  std::string all;
  const text_sink sink = [&](std::string_view text) { all += text; };
  std::vector<elective_model> elective;
  std::vector<locus_models> loci;
  for (const locus_result& each : results) {
    for (elective_model& model : elective_models_of(each, elective_parts::all)) elective.push_back(std::move(model));
    if (!each.models.empty()) loci.push_back(each.models);
  }
  (void)group_into_loci(elective, targets);
  for (const gff3_style style : {gff3_style::gene, gff3_style::match}) {
    const model_listing listing(loci, sequences, targets, {style, score_unit::whole()});
    write_gff3_features(listing, sink);
    write_alignments(listing, scores, sink);
    write_bed(listing, sink);
    write_evm_rows(listing, sink);
    write_gtf(listing, sink);
    write_hints(listing, sink);
    write_training_genes(listing, sink);
    write_proteins(listing, sink);
    write_coding_sequences(listing, sink);
    if (targets.kind == molecule::protein) write_paf(listing, {scores}, sink);
  }
  if (targets.kind == molecule::protein) {
    miniprot_rows rows;
    rows.add({loci, sequences, targets, {gff3_style::miniprot, score_unit::whole()}}, {scores});
    rows.write(sink);
  }
  return all;
}

}  // namespace exonweave::testing
