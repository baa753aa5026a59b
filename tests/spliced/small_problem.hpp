// Alignment problems made by hand, for the tests of the alignment core: a graph of rows, a target, and what
// the problem is scored with, owned in one place.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spliced/engine/problem.hpp"
#include "spliced/graph/row_graph.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave::testing {

/// Match 2, mismatch -7, gap 3, linear: two unaligned symbols are cheaper than a mismatch.
struct small_problem {
  small_problem(std::string_view genome, std::string_view in_target)
      : graph(spliced::encode_dna(genome)), target(spliced::encode_dna(in_target)) {}

  spliced::row_graph graph;
  std::vector<spliced::residue_code> target;
  spliced::substitution_matrix substitution = spliced::dna_matrix(spliced::match_mismatch(2, -7));
  spliced::gap_costs gaps{0, 3};
  bool free_target_ends = false;
  std::optional<spliced::gap_costs> residue_ends{};

  [[nodiscard]] spliced::problem view() const {
    return {graph.view(), target, &substitution, gaps, free_target_ends, residue_ends};
  }

  /// A run of residues [start, end) and the junction behind it, fed by `inputs`; the junction's node.
  spliced::node_id add_exon(std::uint64_t start, std::uint64_t end, std::vector<spliced::edge> inputs) {
    const auto position = static_cast<std::int64_t>(end);
    const auto run = graph.add_run(start, static_cast<std::uint32_t>(end - start), position, inputs);
    return graph.add_junction(position, std::vector<spliced::edge>{{run, 0}});
  }

  /// The last node: the junction of all that `inputs` name.
  spliced::node_id add_sink(std::vector<spliced::edge> inputs) {
    return graph.add_junction(static_cast<std::int64_t>(graph.view().residues.size()), inputs);
  }
};

/// "M2 D1 I3": the edits of an exon from begin to end.
inline std::string text_of(const std::vector<spliced::edit_run>& edits) {
  std::string text;
  for (const auto& [op, length] : edits)
    text += (text.empty() ? "" : " ") + std::string(1, static_cast<char>(op)) + std::to_string(length);
  return text;
}

}  // namespace exonweave::testing
