#include "exons/run/waiting_results.hpp"

namespace exonweave {
namespace {

std::uint64_t bytes_of(const model_exon& exon) {
  std::uint64_t bytes =
      sizeof exon + exon.edits.size() * sizeof exon.edits.front() + exon.sources.size() * sizeof exon.sources.front();
  for (const std::string& id : exon.candidates) bytes += sizeof id + id.size();
  return bytes;
}

}  // namespace

std::uint64_t bytes_of_models(const locus_result& result) {
  constexpr std::uint64_t of_column = 2;  // see aligned_columns
  std::uint64_t bytes = 0;
  for (const gene_model& model : result.models) {
    bytes += sizeof model + model.coding.size() * (1 + of_column) + model.protein.size();
    for (const model_exon& exon : model.exons) bytes += bytes_of(exon);
  }
  return bytes;
}

}  // namespace exonweave
