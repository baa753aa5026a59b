// Everything about one strand of a region that does not depend on the target: what it is made of, and the graph of rows
// that engines align targets to. Made once and shared by all targets that are read alike, on any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "base/memory/memory_budget.hpp"
#include "base/threads/on_threads.hpp"
#include "exons/graph/overlap_groups.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "exons/solving/region_material.hpp"
#include "exons/solving/solver_settings.hpp"
#include "exons/sweep/genome_track.hpp"
#include "exons/sweep/track_program.hpp"
#include "spliced/engine/reversal.hpp"
#include "spliced/paths/best_paths.hpp"

namespace exonweave {

// What sweeps read of a strand of a region with ORF exons, in place of a graph.

/// Nothing of it depends on a target.
class swept_region {
 public:
  /// Windows of so many nt, which together take `max_bytes` at most, or are made when they are read. What `material`
  /// and `scoring` point to must outlive it. A limit of introns holds at `part_ends` alone (sweep_plan).
  swept_region(const region_material& material, const chain_scoring& scoring, std::int64_t window_length,
               std::uint64_t max_bytes, std::vector<std::int64_t> part_ends = {});

  [[nodiscard]] const genome_track& track() const { return track_; }
  [[nodiscard]] const track_program& program() const { return program_; }
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  genome_track track_;
  track_program program_;
};

/// Whether sweeps find all that is requested: codons on ORF exons anywhere, one chain.
bool can_sweep(const region_material& material, const chain_scoring& scoring, const solver_settings& settings);

/// Whether lanes of 16 bits do not do for a target, whose problem this is: those of 32 bits take about twice as long.
bool needs_wide_lanes(const swept_region& on, const spliced::problem& target);

/// Bytes that the rows of a target need at least, in the lanes that are tried first.
std::uint64_t min_rows_of_sweep(const swept_region& on, std::size_t target_length);

class region_problem {
 public:
  /// Builds the graph and its schedule, those that the engine wants, which must outlive the problem. Both directions
  /// are made at once where a thread is spare; `spare` may be null. Reserves nothing: whoever holds the problem does.
  /// Throws not_enough_memory when they do not fit in what is left of `memory`, as soon as that is clear: of the edges
  /// of a literal graph, which grow with the square of the exons, before they are made. Throws std::invalid_argument
  /// where codons have weights that the engine has not (engine_facts::weighs_gaps).
  region_problem(region_material material, const chain_scoring& scoring, const solver_settings& settings,
                 const memory_budget& memory, spare_threads* spare = nullptr);

  [[nodiscard]] const region_material& material() const { return material_; }

  /// What it was made with; without a limit of introns that is no shorter than the region.
  [[nodiscard]] const chain_scoring& scoring() const { return scoring_; }

  /// Neither exons nor ORF exons: there is no graph.
  [[nodiscard]] bool is_empty() const { return !graph_ && !swept_; }

  /// What sweeps read in place of a graph; null: there is a graph, or nothing.
  [[nodiscard]] const swept_region* swept() const { return swept_ ? &*swept_ : nullptr; }

  /// Neither of an empty problem nor of one that is swept; so all that follows.
  [[nodiscard]] spliced::graph_view graph() const { return graph_->view(); }
  /// The graph as the engine executes it.
  [[nodiscard]] const spliced::row_schedule& schedule() const { return schedule_; }
  /// What the engine made of the schedule for itself; may be null.
  [[nodiscard]] const spliced::compiled_schedule* compiled() const { return compiled_.get(); }

  /// The graph read from its end, with its schedule, and what the engine made of that.
  struct backwards {
    std::shared_ptr<const spliced::reversed_graph> graph;
    spliced::row_schedule schedule;
    std::shared_ptr<const spliced::compiled_schedule> compiled;
  };
  /// Made with the problem where the settings read backwards, next to its schedule if a thread is spare; else when it
  /// is first requested: then throws spliced::schedule_too_large where it does not fit next to the rest. Not of an
  /// empty problem.
  [[nodiscard]] const backwards& reversed() const;

  /// Whether a chain may be found in two ways: then scores of alternatives must be worked out chain by chain.
  [[nodiscard]] spliced::spelling spelling() const { return spelling_; }

  /// What Eq. 3 to 5 count of the distinct candidates.
  [[nodiscard]] const exon_counts& exons() const { return exons_; }

  /// Rows of Eq. 3: one per nucleotide of every exon. Blocks are countless, and count as their region.
  [[nodiscard]] std::uint64_t eq3_rows() const {
    return static_cast<std::uint64_t>(exons_.sum_lengths) + (material_.blocks ? material_.region.residues.size() : 0);
  }

  /// What all of it holds: with the reversed graph, whether made already or not, where that is requested. One that was
  /// not made with the problem counts as much as the graph itself.
  [[nodiscard]] std::uint64_t bytes(bool with_reversed) const;

 private:
  void make_swept(std::int64_t window, const memory_budget& memory);
  void make_schedules(spare_threads* spare, bool with_reversed);
  [[nodiscard]] spliced::row_schedule make_schedule(const spliced::graph_view& graph) const;
  [[nodiscard]] std::shared_ptr<const spliced::compiled_schedule> compile(const spliced::graph_view& graph,
                                                                          const spliced::row_schedule& schedule) const;

  region_material material_;
  std::optional<spliced::row_graph> graph_;
  std::optional<swept_region> swept_;
  const spliced::engine* engine_;
  chain_scoring scoring_;
  spliced::row_schedule schedule_;
  std::shared_ptr<const spliced::compiled_schedule> compiled_;
  spliced::spelling spelling_ = spliced::spelling::chains_repeat;
  exon_counts exons_;
  std::uint64_t max_of_schedule_ = 0;  // bytes
  bool counts_reversed_ = false;       // it was made with the problem
  mutable std::once_flag reversed_once_;
  mutable backwards reversed_;
};

}  // namespace exonweave
