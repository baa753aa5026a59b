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
#include "spliced/engine/engine_facts.hpp"
#include "spliced/engine/problem.hpp"
#include "spliced/engine/row_pass.hpp"
#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

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
