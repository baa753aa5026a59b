// A curator's marks of genes: the table that the report of a run saves, and what a later run does by it. IDs change
// between runs, so genes are recognised by their coordinates and strand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/files/report.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

enum class review_mark : std::uint8_t { accept, reject, look_again };

/// From the first to the last base of a gene, with its isoforms: sequence, start, end, strand.
using gene_place = std::tuple<std::size_t, std::int64_t, std::int64_t, strand>;
gene_place place_of(const locus_models& gene);

struct marked_gene {
  review_mark mark = review_mark::look_again;
  std::uint64_t line = 0;  // of the table
};

struct gene_review {
  std::string path;
  std::map<gene_place, marked_gene> marks;  // without genes that have a note alone

  [[nodiscard]] bool has(const locus_models& gene, review_mark mark) const;
};

/// Reads a table with the columns sequence, start, end, strand and mark, in any order and next to others; places are
/// 1-based inclusive. A mark is accept, reject or look again; '.' and an empty one are none. Each bad line goes to
/// `problems`, also one that marks a gene otherwise than an earlier one. Throws missing_input, io_failure.
gene_review read_gene_review(const std::string& path, const sequence_catalog& sequences, report& problems);

/// Drops the genes that are rejected; returns how many.
std::size_t drop_rejected(const gene_review& review, std::vector<locus_models>& genes);

/// A warning, where genes with a mark to accept or reject are not among these.
std::optional<problem_report> unmatched_marks(const gene_review& review, const std::vector<locus_models>& genes,
                                              const sequence_catalog& sequences);

}  // namespace exonweave
