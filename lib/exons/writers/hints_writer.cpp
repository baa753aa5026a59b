#include "exons/writers/hints_writer.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

#include "base/files/percent_encoding.hpp"
#include "exons/writers/end_codons.hpp"

namespace exonweave {
namespace {

// As AUGUSTUS's own converters cut exons of alignments.
interval sure_part(const interval& exon) {
  constexpr std::int64_t margin = 15;  // nt
  if (exon.length() > 2 * margin) return {exon.start + margin, exon.end - margin};
  const std::int64_t middle = (exon.start + exon.end - 1) / 2;
  return {middle, middle + 1};
}

}  // namespace

void write_hints(const model_listing& models, const text_sink& sink) {
  models.for_each_model([&](const gene_model& model, const std::string& id) {
    const auto add = [&](std::string_view type, const interval& where) {
      sink(fmt::format("{}\texonweave\t{}\t{}\t{}\t.\t{}\t.\tsrc=P;grp={};pri=4\n",
                       percent_encode_controls(models.sequence_name(model)), type, where.start + 1, where.end,
                       to_char(model.on), id));
    };
    std::optional<std::int64_t> end;  // of the exon before
    for (const auto& parts : whole_exons(model)) {
      const interval exon{parts.front().where.start, parts.back().where.end};
      if (end) add("intron", {*end, exon.start});
      end = exon.end;
      add("CDSpart", sure_part(exon));
    }
    if (const auto start = start_codon_of(model); start.size() == 1) add("start", start.front());
    if (const auto stop = stop_codon_of(model); stop.size() == 1) add("stop", stop.front());
  });
}

}  // namespace exonweave
