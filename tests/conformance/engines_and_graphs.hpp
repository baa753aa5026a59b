// Every engine with every way to build a graph.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "exons/graph/chain_graph.hpp"
#include "spliced/engine/forward_rows.hpp"
#include "spliced/graph/reversal.hpp"

namespace exonweave::testing {

constexpr std::uint64_t ample = std::numeric_limits<std::uint64_t>::max() / 2;

/// The rows of one pass of an engine.
struct engine_pass {
  engine_pass(const spliced::problem& p, const spliced::engine& engine, std::uint64_t memory = ample)
      : pass(p, engine, memory), rows(pass, memory) {}

  spliced::forward_pass pass;
  spliced::forward_rows rows;
};

/// Those of a problem and of its reversal.
struct engine_passes {
  engine_passes(const spliced::problem& p, const spliced::engine& engine)
      : reversed(p), forward(p, engine), backward(reversed.view(), engine) {}

  spliced::reversal reversed;
  engine_pass forward;
  engine_pass backward;
};

inline std::vector<graph_options> all_graph_options() {
  std::vector<graph_options> all;
  for (const bool chain : {false, true})
    for (const bool prefixes : {false, true})
      for (const bool suffixes : {false, true}) all.push_back({chain, prefixes, suffixes});
  return all;
}

/// check(engine, graph options, both in words)
template <class Check>
void for_each_engine_and_graph(const Check& check) {
  for (const auto& name : spliced::engine_names()) {
    const auto engine = spliced::make_engine(name);
    for (const graph_options& options : all_graph_options()) {
      if (engine->wants_literal_graph() && !(options == literal_graph)) continue;
      check(*engine, options,
            std::string(name) + " chain " + std::to_string(options.junction_chain) + " prefixes " +
                std::to_string(options.share_prefixes) + " suffixes " +
                std::to_string(options.share_suffixes));
    }
  }
}

}  // namespace exonweave::testing
