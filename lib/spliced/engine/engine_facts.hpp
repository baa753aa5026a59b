// What is known of an engine without making it: one on a machine without its GPU as well. Each engine declares its own
// next to itself, once. Who lists, prices, calibrates or chooses engines, or gives them memory and devices, reads them
// in the registry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spliced/costs/cost_model.hpp"
#include "spliced/engine/problem.hpp"

namespace exonweave::spliced {

/// How large the inputs of `calibrate` are: 1 for an engine that does some billion cells a second, less for slower
/// ones.
struct trial_scale {
  double length = 1;      // of regions and targets
  double candidates = 1;  // how many
  // Above 0: of cDNA there is one with so many candidates and so long a target, this part of what takes some seconds
  // where every exon is fed by all before it: last rows leave the caches.
  double large = 0;
};

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
  bool takes_devices = false;  // --devices says on which GPUs it works, and so do the sweeps of a run that names it
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
  bool has_two_widths = false;  // engine::is_slow may be true
  // Whoever has rows by position in place of a graph may sweep over them in lanes (sweep/sweep_machine.hpp) with the
  // same results.
  bool may_sweep = false;
  bool weighs_gaps = false;  // takes graphs whose residues have gap weights
  // The units that its prices are fitted for: what it does, and no other engine's work that has about the same counts.
  cost_unit_set priced = cost_unit_set::all();
  trial_scale trial = {};
  double trial_fraction = 0;  // of the time that `calibrate` has for the engines of its kind of device
};

/// The units of engines that go by rows.
cost_unit_set units_of_rows();
/// The same of rows that exons share: last rows are far only where all are read again and again, with literal graphs.
cost_unit_set units_of_shared_rows();

}  // namespace exonweave::spliced
