// The table of targets without a model, as `--unplaced-out` and annotate write it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "base/files/text_sink.hpp"
#include "report/features/text_pool.hpp"

namespace exonweave {

constexpr std::array<std::string_view, 4> unplaced_words = {"target_id", "region_seqid", "strands", "reason"};
constexpr std::array<std::string_view, 4> unplaced_figures = {"region_start0", "region_end0", "best_score",
                                                              "n_candidates"};

struct unplaced_row {
  std::array<std::uint32_t, unplaced_words.size()> words{};  // texts, as unplaced_words has them; empty: a point
  std::array<double, unplaced_figures.size()> figures{};     // as unplaced_figures has them; NaN: a point
};

struct unplaced_table {
  text_pool texts;
  std::vector<unplaced_row> rows;
};

/// Bad lines go to `problems`. Throws missing_input, io_failure.
unplaced_table read_unplaced(const std::string& path, report& problems);

/// As columns of JSON.
void write_unplaced_columns(const unplaced_table& table, const text_sink& sink);

}  // namespace exonweave
