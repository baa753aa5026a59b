// Small random problems with everything that graphs and scorings may have, and all their paths, each scored by the
// definition: a gap of k symbols costs open + k * extend, wherever it lies.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "spliced/small_problem.hpp"

namespace exonweave::testing {

inline std::string random_bases(std::mt19937_64& random, std::size_t length) {
  std::string bases(length, 'A');
  for (char& base : bases) base = "ACGT"[random() % 4];
  return bases;
}

inline void choose_scoring(std::mt19937_64& random, small_problem& problem) {
  const auto below = [&](std::uint64_t n) { return static_cast<spliced::score>(random() % n); };
  problem.substitution = spliced::dna_matrix(spliced::match_mismatch(1 + below(6), -below(6)));
  problem.gaps = {random() % 2 == 0 ? 0 : below(8), below(4)};
  problem.free_target_ends = random() % 2 == 0;
  if (random() % 2 == 0) problem.residue_ends = spliced::gap_costs{below(8), below(3)};
}

/// One of the last five nodes whose row is not open.
inline spliced::node_id random_source(std::mt19937_64& random, const spliced::graph_view& graph) {
  auto source = static_cast<spliced::node_id>(graph.size() - 1 - random() % std::min<std::size_t>(graph.size(), 5));
  while (graph.nodes[source].is_open) ++source;  // up to the node that closes
  return source;
}

enum class gap_weights : std::uint8_t { none, random };

/// Every other of some cases has weights.
inline gap_weights weights_of(int number) { return number % 2 == 0 ? gap_weights::none : gap_weights::random; }

inline spliced::gap_weight random_gap_weight(std::mt19937_64& random) {
  return static_cast<spliced::gap_weight>(static_cast<int>(random() % 9) - 4);
}

/// An edge's residue.
inline void add_residue(std::mt19937_64& random, const small_problem& problem, spliced::edge& input) {
  input.residue = spliced::dna_code("ACGT"[random() % 4]);
  if (problem.graph.view().has_gap_weights()) input.in_gap = random_gap_weight(random);
}

/// A split codon that is aligned before its intron: an open pass, a junction, and a pass that closes.
inline void add_split_codon(std::mt19937_64& random, std::int64_t position, small_problem& problem) {
  std::vector<spliced::edge> residues;
  for (std::size_t n = 1 + random() % 2; n > 0; --n) {
    const auto weight = static_cast<spliced::score>(random() % 7) - 3;
    residues.push_back({random_source(random, problem.graph.view()), weight});
    add_residue(random, problem, residues.back());
  }
  const auto open = problem.graph.add_open_pass(position, residues);
  const auto junction = problem.graph.add_junction(position, std::vector<spliced::edge>{{open, 1}});
  problem.graph.add_pass(position, std::vector<spliced::edge>{{junction, -1}, residues.front()});
}

/// Runs, passes and junctions, each fed by up to three of the nodes before it; some edges carry a residue.
inline small_problem random_problem(std::mt19937_64& random, std::size_t n_nodes,
                                    gap_weights have = gap_weights::none) {
  const std::string bases = random_bases(random, 10);
  small_problem made(bases, random_bases(random, random() % 6));
  if (have == gap_weights::random) {
    std::vector<spliced::gap_weight> weights(bases.size());
    for (spliced::gap_weight& each : weights) each = random_gap_weight(random);
    made.graph = spliced::row_graph(spliced::encode_dna(bases), 1, weights);
  }
  choose_scoring(random, made);
  const auto is_inside = [&](spliced::node_id v) { return made.graph.view().is_inside(v); };
  for (std::size_t v = 1; v + 1 < n_nodes; ++v) {
    const bool takes_residues = random() % 3 == 0;
    std::vector<spliced::edge> inputs;
    for (std::size_t n = 1 + random() % 3; n > 0; --n) {
      const auto source = random_source(random, made.graph.view());
      const auto weight = static_cast<spliced::score>(random() % 7) - 3;
      const bool has_residue = takes_residues && (!is_inside(source) || random() % 2 == 0);
      inputs.push_back({source, weight});
      if (has_residue) add_residue(random, made, inputs.back());
    }
    const auto position = static_cast<std::int64_t>(v);
    if (v + 3 < n_nodes && random() % 6 == 0) {
      add_split_codon(random, position, made);
      v += 2;
    } else if (const auto kind = random() % 3; kind == 0 && !takes_residues)
      made.graph.add_junction(position, inputs);
    else if (kind == 1)
      made.graph.add_pass(position, inputs);
    else
      made.graph.add_run(random() % 8, static_cast<std::uint32_t>(1 + random() % 2), position, inputs);
  }
  const auto last = static_cast<spliced::node_id>(n_nodes - 2);
  spliced::node_id middle = last / 2;
  while (made.graph.view().nodes[middle].is_open) ++middle;
  made.graph.add_junction(100, std::vector<spliced::edge>{{last, 0}, {middle, 1}});
  return made;
}

struct whole_path {
  spliced::score total = spliced::unreachable;
  std::vector<std::size_t> edges;  // indices in the graph, from the sink to the source
};

struct weighed_residue {
  spliced::residue_code code;
  spliced::score in_gap = 0;
};

inline std::vector<weighed_residue> without_weights(const std::vector<spliced::residue_code>& codes) {
  std::vector<weighed_residue> all;
  for (const auto code : codes) all.push_back({code});
  return all;
}

/// The best alignment of residues one below the other, no graph between.
inline spliced::score align_by_definition(const spliced::problem& p, const std::vector<weighed_residue>& residues) {
  using spliced::score;
  const std::size_t n = p.target.size();
  score best = spliced::unreachable;
  std::vector<std::vector<score>> S;
  std::vector<score> earned = {0};  // in gaps by the first residues
  for (const weighed_residue& each : residues) earned.push_back(earned.back() + each.in_gap);
  for (std::size_t i = 0; i <= residues.size(); ++i) {
    S.emplace_back(n + 1, spliced::unreachable);
    for (std::size_t j = 0; j <= n; ++j) {
      score& here = S[i][j];
      if (i == 0) {
        here = p.before(j);
        continue;
      }
      if (j > 0) here = S[i - 1][j - 1] + (*p.substitution)(residues[i - 1].code, p.target[j - 1]);
      for (std::size_t k = 1; k <= i; ++k)
        here = std::max(here, S[i - k][j] - p.gaps.of(k) + earned[i] - earned[i - k]);
      for (std::size_t k = 1; k <= j; ++k) here = std::max(here, S[i][j - k] - p.gaps.of(k));
      if (p.residue_ends) here = std::max(here, p.before(j) - p.residue_ends->of(i) + earned[i]);
      // The last pair: what follows it in both strings is left out.
      if (p.residue_ends && i < residues.size()) {
        best = std::max(best, here + p.after(j) - p.residue_ends->of(residues.size() - i) + earned.back() - earned[i]);
      }
    }
  }
  for (std::size_t j = p.free_target_ends ? 0 : n; j <= n; ++j) best = std::max(best, S.back()[j]);
  return best;
}

/// All paths of a small graph.
inline std::vector<whole_path> all_paths(const spliced::problem& p) {
  const spliced::graph_view& graph = p.graph;
  std::vector<whole_path> found;
  std::vector<std::size_t> edges;
  std::vector<weighed_residue> residues;  // backwards
  const auto climb = [&](const auto& self, spliced::node_id v, spliced::score weight) -> void {
    const std::size_t n_residues = residues.size();
    const auto of_node = graph.residues_of(v);
    for (auto i = static_cast<std::uint32_t>(of_node.size()); i > 0; --i)
      residues.push_back({of_node[i - 1], graph.weight_of_row(v, i)});
    if (v == spliced::graph_view::source())
      found.push_back({align_by_definition(p, {residues.rbegin(), residues.rend()}) + weight, edges});
    for (std::size_t e = 0; e < graph.inputs(v).size(); ++e) {
      const spliced::edge& input = graph.inputs(v)[e];
      edges.push_back(graph.nodes[v].first_input + e);
      if (input.residue != spliced::no_residue) residues.push_back({input.residue, input.in_gap});
      self(self, input.source, weight + input.weight);
      if (input.residue != spliced::no_residue) residues.pop_back();
      edges.pop_back();
    }
    residues.resize(n_residues);
  };
  climb(climb, graph.sink(), 0);
  return found;
}

}  // namespace exonweave::testing
