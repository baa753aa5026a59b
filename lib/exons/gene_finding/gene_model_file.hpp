// The gene model of a genome as a YAML file. It holds the counts, which are whole numbers, and not what make_parameters
// makes of them: a model that was read scores as the one that was written, to the last bit.
#pragma once

#include <optional>
#include <string>

#include "base/files/report.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "exons/gene_finding/gene_parameters.hpp"

namespace exonweave {

/// What was counted in the whole genes of a genome, at least one, and outside of its genes. No genetic code is part of
/// it: start and stop codons score among those of the code that genes are found by.
struct learnt_gene_model {
  std::string version;  // of the program that counted: UTF-8 without control characters
  gene_counts genes;
  intergenic_counts others;
  std::optional<self_test_result> self_test{};  // where one was made

  bool operator==(const learnt_gene_model&) const = default;
};

/// The file that read_gene_model reads back to the same value, but for the order of the intron lengths.
std::string text_of_gene_model(learnt_gene_model model);

/// Of a YAML file ("-" is standard input): a map of `gene_model`, the version of the format, and of all other keys of
/// docs/reference/formats.md, of which `self_test` may be missing. Counts are at most 10^15, so that their sums are
/// exact; there are at most 10^7 introns, of at most 10^11 nt. Intron lengths are ascending. Every problem goes to
/// `problems` with its line, and the result is then not to be used; of what is no gene model, or one of another format,
/// this is reported alone. Throws missing_input or io_failure.
learnt_gene_model read_gene_model(const std::string& path, report& problems);

}  // namespace exonweave
