// What there is to do, in pieces for threads: cases become loci (regions with their targets), loci become work units.
//
//   cases       chr1 0-9 t0 +    chr1 0-9 t0 -    chr1 0-9 t1 +    chr1 0-9 t2 +    chr2 ...
//   targets     `------- place 0 --------------'  `- place 1 -'    `- place 2 -'
//   work units  targets 0 and 2, which are read alike; target 1
//   taken       long regions first, the others in their order
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/files/report.hpp"
#include "exons/loci/cases.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/solving/region_problem.hpp"
#include "exons/solving/region_sites.hpp"

namespace exonweave {

// The problems of a region's two strands, for targets that are read alike: made when the first target asks for them,
// then shared.

using shared_problem = std::shared_ptr<const region_problem>;

/// Any thread may ask. They live as long as some work unit of the region does, or are let go.
class strand_problems {
 public:
  /// The problem of a strand: what `make` returns, which is called once unless it throws, or what it made was let go.
  /// Where it threw not_enough_memory that is thrown again, at once, to all who have no more than those `memory` bytes
  /// for it.
  template <class Make>
  [[nodiscard]] shared_problem on(strand which, const Make& make,
                                  std::uint64_t memory = std::numeric_limits<std::uint64_t>::max()) {
    slot& mine = slots_[static_cast<std::size_t>(which)];
    const std::lock_guard lock(mine.mutex);
    if (!mine.problem) mine.problem = mine.let_go.lock();
    if (mine.problem) return mine.problem;
    if (mine.too_little && memory <= *mine.too_little) std::rethrow_exception(mine.refusal);
    try {
      return mine.problem = make();
    } catch (const not_enough_memory&) {
      mine.too_little = memory;
      mine.refusal = std::current_exception();
      throw;
    }
  }

  /// Bytes of those that are there.
  [[nodiscard]] std::uint64_t bytes(bool with_reversed) {
    std::uint64_t sum = 0;
    for (slot& each : slots_) {
      const std::lock_guard lock(each.mutex);
      if (each.problem) sum += each.problem->bytes(with_reversed);
    }
    return sum;
  }

  /// Those that no target holds are gone, and made again when somebody asks.
  void let_go() {
    for (slot& each : slots_) {
      shared_problem freed;  // outside of the lock
      const std::lock_guard lock(each.mutex);
      if (each.problem) each.let_go = each.problem;
      freed.swap(each.problem);
    }
  }

 private:
  struct slot {
    std::mutex mutex;
    shared_problem problem;
    std::weak_ptr<const region_problem> let_go;
    std::optional<std::uint64_t> too_little{};  // bytes that did not do
    std::exception_ptr refusal{};               // what was thrown then
  };
  std::array<slot, 2> slots_;  // [strand]
};

/// A target of a locus, on one strand or both: what has one result.
struct locus_target {
  std::size_t place = 0;                  // of its result, in the order of the cases
  std::span<const alignment_task> cases;  // its strands, in their order; on each as it is, and then backwards
  std::uint64_t expected_us = 0;          // what it counts for in run_control; 0: its cells
  std::uint64_t work = 0;                 // of all its strands, next to that of others; in any unit
};

/// What each pass of it counts for: as much on both strands, which are of one region.
std::uint64_t progress_of_pass(const locus_target& requested, const target_set& targets, std::uint64_t n_passes);

/// Some targets of one locus that are read alike. All units of a locus with one reading share their problems; a unit is
/// one thread's, a locus with many targets has several.
struct work_unit {
  std::size_t locus = 0;  // the same number for all units that share problems, ascending
  target_reading reading = target_reading::codons;
  std::vector<locus_target> targets;  // ascending by place; never empty
  std::shared_ptr<strand_problems> problems;
  std::uint64_t work = 0;  // of its targets together
};

/// Whether both strands of a region stand for one question, which of them a target's gene is on, or for one each.
enum class strand_results : std::uint8_t { together, apart };

/// Targets on regions among sorted cases: runs of equal (sequence, region, target), and strand where they are apart.
/// Each has a result.
std::vector<locus_target> split_by_target(std::span<const alignment_task> cases,
                                          strand_results strands = strand_results::together);

/// Units of these targets, some of those of split_by_target in their order, in the order of their regions. `readings`
/// are [targets] how each is read. A unit holds at most `max_targets`, at least 1, and no more than `max_work` unless
/// it is one target.
std::vector<work_unit> plan_work(std::span<const locus_target> targets, std::span<const target_reading> readings,
                                 std::size_t max_targets,
                                 std::uint64_t max_work = std::numeric_limits<std::uint64_t>::max());

/// Work that one thread would end with while others wait is begun first: loci with a unit of more than `long_work`,
/// those with the longest unit first. Units of one locus stay together, so that its problems are held no longer.
/// Results of what is begun early wait for their turn, so no more than `max_early` targets are; the rest keeps its
/// order.
void put_long_first(std::vector<work_unit>& units, std::uint64_t long_work, std::size_t max_early);

/// The same for all its strands together, where one thread works on it.
std::uint64_t work_of(const locus_target& requested, const target_set& targets);

// A run in parts, for many machines: which results each works out.

struct run_division {
  std::size_t n_parts = 0;
  std::vector<std::uint32_t> part_of{};  // [places] from 0

  /// Of all places which are in a part.
  [[nodiscard]] std::vector<bool> places_of(std::size_t part) const;
};

/// Parts that are expected to take equally long: the longest locus goes first, each to the part that has least so far
/// (Graham 1969: the longest part is at most 4/3 of the shortest possible). The targets of a locus share its problems
/// and stay together, unless they would fill more than a tenth of a part. `targets` are all of a run in their order,
/// `seconds` are [targets] and not negative; there is at least one part.
run_division divide_run(std::span<const locus_target> targets, std::span<const double> seconds, std::size_t n_parts);

/// [parts] the sums of the seconds.
std::vector<double> seconds_of_parts(const run_division& division, std::span<const double> seconds);

}  // namespace exonweave
