#include "exons/writers/evm_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exons/writers/gff3_text.hpp"

namespace exonweave {
namespace {

interval symbols_in(std::span<const model_exon> parts) {
  interval all = parts.front().in_target;
  for (const auto& part : parts)
    all = {std::min(all.start, part.in_target.start), std::max(all.end, part.in_target.end)};
  if (all.length() > 0) return all;
  const std::int64_t before = std::max<std::int64_t>(all.start - 1, 0);
  return {before, before + 1};
}

}  // namespace

// The parts of an exon that a frameshift divides have one row: combiners take what lies between rows for introns.
void write_evm_rows(const model_listing& models, const text_sink& sink) {
  models.for_each_model([&](const gene_model& model, const std::string& id) {
    if (!model.is_aligned()) return;
    const std::vector<aligned_symbol> all = model.alignment.unpack();
    auto columns = columns_by_exon(model, all);
    const std::string symbols = symbols_of(models.target_of(model), model.is_backwards);
    if (model.on == strand::reverse) std::reverse(columns.begin(), columns.end());
    auto next = columns.begin();
    for (const auto& parts : whole_exons(model)) {
      std::vector<aligned_symbol> of_exon;
      for (std::size_t p = 0; p < parts.size(); ++p, ++next) of_exon.insert(of_exon.end(), next->begin(), next->end());
      const double identity = identity_of(of_exon, symbols);
      sink(gff3_line({model.kind == molecule::protein ? "nucleotide_to_protein_match" : "cDNA_match",
                      {parts.front().where.start, parts.back().where.end},
                      fmt::format("{:.2f}", 100 * identity),
                      no_phase,
                      fmt::format("ID={};{}", id, target_attribute(model, symbols_in(parts), models))},
                     model, models));
    }
  });
}

}  // namespace exonweave
