// Random exons that overlap and follow one another, over edges of any weight.
#pragma once

#include <random>
#include <vector>

#include "spliced/random_problem.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave::testing {

struct exon_limits {
  std::size_t n_exons = 10;
  std::uint32_t longest = 40;          // residues
  spliced::score largest_weight = 10;  // absolute
  bool is_protein = false;
};

inline std::vector<spliced::residue_code> random_protein(std::mt19937_64& random, std::size_t length) {
  std::vector<spliced::residue_code> made(length);
  for (spliced::residue_code& code : made) code = static_cast<spliced::residue_code>(random() % spliced::n_amino_codes);
  return made;
}

/// Each exon follows up to three of those before it, and maybe the source; the last one ends in the sink.
inline small_problem weighted_exons(std::mt19937_64& random, const exon_limits& limits, std::size_t target_length) {
  small_problem problem(random_bases(random, limits.longest + 50), random_bases(random, target_length));
  choose_scoring(random, problem);
  if (limits.is_protein) {
    problem.graph = spliced::row_graph(random_protein(random, limits.longest + 50));
    problem.target = random_protein(random, target_length);
    problem.substitution = spliced::named_protein_matrix("BLOSUM62").value();
  }
  const auto weight = [&] {
    const auto range = static_cast<std::uint64_t>(limits.largest_weight);
    return static_cast<spliced::score>(random() % (2 * range + 1)) - limits.largest_weight;
  };
  std::vector<spliced::node_id> ends;
  std::vector<spliced::edge> into_sink;
  for (std::size_t k = 0; k < limits.n_exons; ++k) {
    const auto length = static_cast<std::uint32_t>(k == 0 ? limits.longest : 1 + random() % limits.longest);
    std::vector<spliced::edge> inputs;
    if (k == 0 || random() % 3 == 0) inputs.push_back({0, weight()});
    for (std::size_t n = 1 + random() % 3; n > 0 && !ends.empty(); --n)
      inputs.push_back({ends[random() % ends.size()], weight()});
    const auto end = static_cast<std::int64_t>(20 * k + length);  // those of about the same place interleave
    const auto run = problem.graph.add_run(random() % 50, length, end, inputs);
    ends.push_back(problem.graph.add_junction(end, std::vector<spliced::edge>{{run, weight()}}));
    if (random() % 2 == 0) into_sink.push_back({ends.back(), weight()});
  }
  into_sink.push_back({ends.back(), weight()});
  problem.graph.add_junction(static_cast<std::int64_t>(20 * limits.n_exons + limits.longest), into_sink);
  return problem;
}

}  // namespace exonweave::testing
