#include "exons/writers/sequence_writer.hpp"

#include <fmt/format.h>

#include "base/files/percent_encoding.hpp"

namespace exonweave {
namespace {

constexpr std::size_t line_length = 60;

std::string record(const std::string& header, std::string_view residues) {
  std::string text = ">" + header + "\n";
  for (std::size_t start = 0; start < residues.size(); start += line_length)
    text += fmt::format("{}\n", residues.substr(start, line_length));
  return text;
}

std::string header_of(const gene_model& model, const std::string& id, const model_listing& models) {
  const std::string target =
      model.is_aligned() ? fmt::format(" target={}", percent_encode_controls(models.target_of(model).name)) : "";
  return fmt::format("{}{} locus={}:{}-{}({}) score={}", id, target,
                     percent_encode_controls(models.sequence_name(model)), model.span().start + 1, model.span().end,
                     to_char(model.on), models.unit().text(model.score));
}

}  // namespace

void write_proteins(const model_listing& models, const text_sink& sink) {
  models.for_each_model([&](const gene_model& model, const std::string& id) {
    if (!model.protein.empty()) sink(record(header_of(model, id, models), model.protein));
  });
}

void write_coding_sequences(const model_listing& models, const text_sink& sink) {
  models.for_each_model([&](const gene_model& model, const std::string& id) {
    if (!model.is_coding) return;
    const int phase = model.first_exon().phase;
    const std::string suffix = phase == 0 ? "" : fmt::format(" phase={}", phase);
    sink(record(header_of(model, id, models) + suffix, model.coding));
  });
}

}  // namespace exonweave
