// What is known of engines by their names alone, where one cannot be made: those of a GPU on a machine without it.
#pragma once

#include <span>
#include <string_view>

#include "spliced/costs/cost_model.hpp"

namespace exonweave {

struct known_engine {
  std::string_view name;
  bool is_of_gpu = false;
  bool is_literal = false;      // engine::wants_literal_graph
  bool has_two_widths = false;  // engine::is_slow may be true
  bool may_sweep = false;       // engine::sweeps
  bool is_of_paper = false;     // takes cDNA on candidates with linear gaps, and nothing else
  // The units that its prices are fitted for: what it does, and no other engine's work that has about the same counts.
  spliced::cost_unit_set priced = spliced::cost_unit_set::all();
};

/// What a GPU takes to begin with, about.
constexpr double gpu_start_seconds = 0.4;

/// All of them, those of the CPU first; the fastest first of each.
std::span<const known_engine> known_engines();

/// Throws std::logic_error where there is none of that name.
const known_engine& known_engine_of(std::string_view name);

}  // namespace exonweave
