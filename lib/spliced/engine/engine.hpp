// What every engine does: align targets to graphs of rows, with exact scores, and leave rows that can be read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "spliced/engine/problem.hpp"
#include "spliced/engine/row_pass.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

// What is known of an engine without making it: one on a machine without its GPU as well. Each engine declares its own
// next to itself, once. Who lists, prices or chooses engines, or gives them memory and devices, reads them
// in the registry.

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
  bool is_automatic = false;  // `auto` may take it
  bool takes_devices =
      false;  // --engine NAME:0,2 says on which GPUs it works, and so do the sweeps of a run that names it
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

/// What an engine makes of a schedule for itself, once for all targets.
class compiled_schedule {
 public:
  virtual ~compiled_schedule() = default;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// One alignment that is requested.
struct alignment_job {
  problem input;
  const row_schedule* schedule = nullptr;  // of its graph, made with the engine's schedule(); never null
  std::uint64_t memory = 0;                // bytes for rows
  run_control* control = nullptr;          // may stop it; null: nobody does
  // Every row has to be exact, not only those that a best path may use: row_pass::exact_above is `unreachable`.
  bool is_exact = false;
  planned_cells* planned = nullptr;             // gets all parts of the pass as they are done; null: nobody counts
  const compiled_schedule* compiled = nullptr;  // of the schedule, made with the engine's compile(); may be null
  // Whether rows are requested may depend on how it ends. False: they will be, as soon as another pass ends well.
  bool wants_end = true;
};

/// An alignment that was started. get(), once and on any thread, does what is left to do, and throws what align()
/// throws.
using started_pass = std::future<std::unique_ptr<row_pass>>;

class engine {
 public:
  virtual ~engine() = default;

  /// Those of its registry.
  [[nodiscard]] virtual const engine_facts& facts() const = 0;
  [[nodiscard]] std::string_view name() const { return facts().name; }

  /// How schedules for this engine are made, of a problem whose target is not looked at: runs may be long in the mean,
  /// or short.
  [[nodiscard]] virtual schedule_options schedule(const problem&) const { return {}; }

  /// What this engine wants of a schedule next to it, of a problem whose target is not looked at; null where that is
  /// nothing.
  [[nodiscard]] virtual std::shared_ptr<const compiled_schedule> compile(const problem&, const row_schedule&) const {
    return nullptr;
  }

  /// Whether a job starts in the slower of two kinds of lanes, so that its cells cost more: its target needs wider
  /// ones, or is too long for the faster kind. False where there is one kind.
  [[nodiscard]] virtual bool is_slow(const problem&, const row_schedule&) const { return false; }

  /// Why it takes no problems with such a scoring, or such a graph, in words; empty where it does. align() throws
  /// std::invalid_argument for them.
  [[nodiscard]] virtual std::string refusal(const problem& p) const;

  /// Graph, schedule and target must outlive the pass. Its end() is exact. Throws memory_exceeded when rows do not fit,
  /// run_stopped, and std::range_error when scores could leave 32 bits (score_bound). Engines are stateless: calls from
  /// several threads are independent.
  [[nodiscard]] virtual std::unique_ptr<row_pass> align(const alignment_job& job) const = 0;

  /// About how many alignments with such a scoring keep it busy at once; 1: it has nothing to gain from more. Neither
  /// graph nor target are looked at.
  [[nodiscard]] virtual std::size_t batch_size(const problem&) const { return 1; }
  /// align() of many at once, in the order of the jobs, all with one scoring; what they point to must outlive the
  /// passes, and so must the engine. Returns when what is done for all together is done. Throws run_stopped; what is
  /// wrong with one job is thrown by its get().
  [[nodiscard]] virtual std::vector<started_pass> start(std::span<const alignment_job> jobs) const;

  /// Bytes that align() needs at least for a job, whatever its memory says; where it finds that it has to compute in
  /// wider lanes, it may need up to twice as much.
  [[nodiscard]] virtual std::uint64_t min_memory(const alignment_job& job) const = 0;
  /// Bytes with which rows that are read together are computed again together; with less a row may be each time that it
  /// is read. At least min_memory(), and for the same lanes.
  [[nodiscard]] virtual std::uint64_t ample_memory(const alignment_job& job) const { return min_memory(job); }
};

/// Throws std::invalid_argument where an engine refuses a job's problem.
void check_refusal(const engine& requested, const alignment_job& job);

/// Throws std::range_error unless all scores of a job stay within 32 bits.
void check_score_range(const alignment_job& job);

}  // namespace exonweave::spliced
