// What is known of an engine without making it: one on a machine without its GPU as well. Each engine declares its own
// next to itself, once. Who lists, prices or chooses engines, or gives them memory and devices, reads them
// in the registry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spliced/engine/problem.hpp"

namespace exonweave::spliced {

/// What targets and exons are.
enum class work_kind : std::uint8_t { cdna_on_candidates, cdna_on_blocks, protein_on_candidates, protein_on_blocks };

/// What an engine computes by itself.
struct engine_scope {
  bool nucleotides_alone = false;
  bool linear_gaps_alone = false;  // and no costs of unaligned ends of a chain
  bool candidates_alone = false;   // no blocks

  /// Why it does not compute problems with such a scoring, in words; empty where it does. Neither graph nor target are
  /// looked at.
  [[nodiscard]] std::string_view refusal(const problem& p) const;
  [[nodiscard]] bool takes(const problem& p) const { return refusal(p).empty(); }
  [[nodiscard]] bool takes(work_kind kind) const;
};

struct engine_facts {
  std::string_view name = {};
  bool is_of_gpu = false;
  bool is_automatic = false;   // `auto` may take it
  bool takes_devices = false;  // --engine NAME:0,2 says on which GPUs it works, and so do the sweeps of a run that names it
  engine_scope scope = {};
  // The engine that does what is out of its scope, for its own price; empty: nobody does, and such problems are
  // refused.
  std::string_view substitute = {};
  std::size_t jobs_at_once = 1;  // about how many alignments fill one launch on one device; 1: it has no launches
  // Threads of the host that keep a GPU busy: more make it no faster, as far as that was measured
  // (docs/benchmarks/log/estimate.md). Means nothing for an engine of the CPU.
  unsigned max_threads = 4;
  // Bytes of graphs and rows for each thread of a run, where nobody says. More is rarely faster on a CPU; a GPU wants
  // many regions at once.
  std::uint64_t memory_per_thread = std::uint64_t{1} << 30;
  // Takes the exon DAG itself: a run per exon, fed by every exon that may precede it (the literal problem). Else any
  // row graph, so that rows may be shared.
  bool is_literal = false;
  // Whoever has rows by position in place of a graph may sweep over them in lanes (sweep/sweep_machine.hpp) with the
  // same results.
  bool may_sweep = false;
  bool weighs_gaps = false;  // takes graphs whose residues have gap weights
  // What a cell of a pass takes (cost_unit::device_cell), in those of the fastest engine of its kind of device.
  double cell_cost = 1;
};

}  // namespace exonweave::spliced
