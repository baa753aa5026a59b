// Every engine with every way to build a graph.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "exons/graph/chain_graph.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/engines/engines.hpp"
#include "instruction_sets.hpp"
#include "spliced/aligned.hpp"

namespace exonweave::testing {

inline std::vector<graph_options> all_graph_options() {
  std::vector<graph_options> all;
  for (const bool chain : {false, true})
    for (const bool prefixes : {false, true})
      for (const bool suffixes : {false, true}) all.push_back({chain, prefixes, suffixes});
  return all;
}

/// Those of the CPU, and those of GPUs where one is usable.
inline const spliced::engine_registry& all_engines() {
  return gpu::discover().why_none.empty() ? gpu::known_engines() : spliced::cpu_engines();
}

/// check(engine, its name); `simd` once per instruction set. Engines may refuse a problem.
template <class Check>
void for_each_engine(const Check& check) {
  for (const auto& name : all_engines().names()) {
    const auto engine = all_engines().make(name);
    const auto check_one = [&] { check(*engine, name); };
    if (name == "simd")
      for_each_instruction_set(check_one);
    else
      check_one();
  }
}

/// check(engine, graph options, both in words)
template <class Check>
void for_each_engine_and_graph(const Check& check) {
  for_each_engine([&](const spliced::engine& engine, const std::string& name) {
    for (const graph_options& options : all_graph_options()) {
      if (engine.facts().is_literal && !(options == literal_graph)) continue;
      check(engine, options,
            name + " chain " + std::to_string(options.junction_chain) + " prefixes " +
                std::to_string(options.share_prefixes) + " suffixes " + std::to_string(options.share_suffixes));
    }
  });
}

}  // namespace exonweave::testing
