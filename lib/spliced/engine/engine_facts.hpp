// What is known of an engine without making it: one on a machine without its GPU as well. Each engine declares its own
// beside itself, once; who shows, prices, calibrates or chooses engines reads them in the registry.
#pragma once

#include <string_view>

#include "spliced/costs/cost_model.hpp"

namespace exonweave::spliced {

/// How large the inputs of `calibrate` are: 1 for an engine that does some billion cells a second, less for slower ones.
struct trial_scale {
  double length = 1;      // of regions and targets
  double candidates = 1;  // how many
  // Above 0: of cDNA there is one with so many candidates and so long a target, this part of what takes some seconds
  // where every exon is fed by all before it: last rows leave the caches.
  double large = 0;
};

struct engine_facts {
  std::string_view name = {};
  bool is_of_gpu = false;
  bool is_of_paper = false;  // takes cDNA on candidates with linear gaps, and nothing else
  // Takes the exon DAG itself: a run per exon, fed by every exon that may precede it (the literal problem). Else any row
  // graph, so that rows may be shared.
  bool is_literal = false;
  bool has_two_widths = false;  // engine::is_slow may be true
  // Whoever has rows by position in place of a graph may sweep over them in lanes (sweep/sweep_machine.hpp) with the
  // same results.
  bool may_sweep = false;
  bool weighs_gaps = false;  // takes graphs whose residues have gap weights
  // The units that its prices are fitted for: what it does, and no other engine's work that has about the same counts.
  cost_unit_set priced = cost_unit_set::all();
  trial_scale trial = {};
  double trial_share = 0;  // of the time that `calibrate` has for the engines of its kind of device
};

/// The units of engines that go by rows.
cost_unit_set units_of_rows();
/// The same of rows that exons share: last rows are far only where all are read again and again, with literal graphs.
cost_unit_set units_of_shared_rows();

}  // namespace exonweave::spliced
