#include "exons/writers/gff3_text.hpp"

#include <fmt/format.h>

#include <set>

#include "base/files/percent_encoding.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

std::string gff3_head(const std::vector<std::size_t>& sequences, const sequence_catalog& catalog) {
  std::string text = "##gff-version 3\n";
  for (const std::size_t each : std::set(sequences.begin(), sequences.end()))
    text += sequence_region_line(catalog.name(each), catalog.length(each));
  return text;
}

std::string gff3_line(const gff3_row& row, const gene_model& model, const model_listing& models) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", percent_encode_seqid(models.sequence_name(model)),
                     row.source, row.type, row.where.start + 1, row.where.end, row.score, to_char(model.on),
                     row.phase == no_phase ? "." : fmt::format("{}", row.phase), row.attributes);
}

std::string target_attribute(const gene_model& model, interval symbols, const model_listing& models) {
  if (symbols.length() == 0) return "";
  const interval given = models.in_given_target(model, symbols);
  return fmt::format("Target={} {} {}{}", percent_encode(models.target_of(model).name), given.start + 1, given.end,
                     model.is_backwards ? " -" : "");  // names hold no blank
}

}  // namespace exonweave
