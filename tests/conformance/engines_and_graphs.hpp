// Every engine with every way to build a graph.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "exons/graph/chain_graph.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/engines/engines.hpp"
#include "instruction_sets.hpp"
#include "spliced/aligned.hpp"

namespace exonweave::testing {

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
    check(engine, literal_graph, name + ", literal graph");
    if (!engine.facts().is_literal) check(engine, graph_options{}, name + ", shared rows");
  });
}

}  // namespace exonweave::testing
