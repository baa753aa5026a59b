// Any text as GFF3 of genes or alignments for a page: told what is wrong, or each model lies on a sequence and belongs
// to one gene, and all can be written as columns.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "in_memory_file.hpp"
#include "report/features/feature_table.hpp"
#include "report/page/page_frame.hpp"

namespace {

using namespace exonweave;

void check_place(const interval& where, std::size_t sequence, const known_sequences& sequences) {
  if (where.start < 0 || where.end <= where.start || sequence >= sequences.names().size() ||
      where.end > sequences.lengths()[sequence])
    std::abort();
}

void check_features(const std::string& path, const sequence_catalog& genome, known_sequences sequences) {
  report problems;
  const feature_table table = read_features(path, genome, sequences, problems);
  for (const auto& problem : problems.errors())
    if (problem.text().empty()) std::abort();
  if (problems.error_count() > 0) return;
  std::vector<int> genes_of(table.models.size());
  for (const feature_gene& gene : table.genes) {
    check_place(gene.where, gene.sequence, sequences);
    for (const std::uint32_t model : gene.models) ++genes_of.at(model);
  }
  for (std::size_t m = 0; m < table.models.size(); ++m) {
    check_place(table.models[m].where, table.models[m].sequence, sequences);
    if (genes_of[m] != 1 || table.models[m].parts.empty()) std::abort();
  }
  for (const auto write : {write_gene_columns, write_part_columns}) {
    std::string text;
    write(table, [&text](std::string_view piece) { text += piece; });
    if (!nlohmann::json::accept(text)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzzing::in_memory_file file(data, size);
  try {
    check_features(file.path(), {}, {});
    sequence_catalog genome;
    genome.add("chr1", 20000);
    check_features(file.path(), genome, known_sequences(genome));
  } catch (const failure&) {
  }
  return 0;
}
