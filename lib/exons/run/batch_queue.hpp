// What there is to do next when targets go in batches. Three batches exist at most, each in a third of the memory, and
// a thread that asks gets whatever moves the first of them on:
//
//   units ---> open -----------------> started ----------------> finishing ---> results
//              targets are prepared,   one thread has engine     targets are finished,
//              by all threads          .start() do all jobs      by all threads
//
// The open batch moves on when it has jobs enough, or no room for more, or nothing is left to prepare; the started one
// when all targets of the one before are finished. To start comes before to finish, that before to prepare.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "exons/run/locus_solver.hpp"
#include "exons/run/planner.hpp"

namespace exonweave {

// Targets whose alignments are started together, and what all of them take.

class target_batch {
 public:
  /// Bytes that a target adds: problems that no other one here has, and rows. Rows count twice: in wider lanes they may
  /// need so much.
  [[nodiscard]] std::uint64_t bytes_of(const prepared_target& target) const;

  void add(prepared_target&& target);

  [[nodiscard]] bool is_empty() const { return targets_.empty(); }
  /// Of all targets; one without any counts as one.
  [[nodiscard]] std::size_t n_jobs() const { return n_jobs_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// The first target by place; not of an empty batch.
  [[nodiscard]] std::size_t first_place() const;

  /// Starts all that were added in at most `memory` bytes: rows have what is left next to the least, in equal parts.
  /// The batch is used up. Of the time that it takes each target's seconds have a share by its cells. Throws what the
  /// engine's start() throws.
  [[nodiscard]] std::vector<started_target> start(const spliced::engine& engine, std::uint64_t memory);

 private:
  std::vector<prepared_target> targets_;
  std::set<const region_problem*> problems_;  // of all targets
  std::size_t n_jobs_ = 0;
  std::uint64_t bytes_ = 0;
};

/// A unit of which targets are prepared one by one; whoever prepares one has the unit.
struct open_unit {
  work_unit unit;
  std::size_t next = 0;   // its target to prepare
  bool is_large = false;  // that, or the one before, did not fit next to others being prepared
};

struct to_prepare {
  open_unit unit;
  std::uint64_t memory;  // bytes that the target may add to the batch
  [[nodiscard]] const locus_target& requested() const { return unit.unit.targets[unit.next]; }
};
struct to_start {
  target_batch batch;
  std::uint64_t memory;  // bytes, for all of it
};
struct to_finish {
  started_target target;
};
struct all_done {};
using batch_task = std::variant<all_done, to_prepare, to_start, to_finish>;

/// Every member may be called by any thread. Each task that next() gave is answered by one call of those after it.
class batch_queue {
 public:
  static constexpr std::uint64_t n_rooms = 3;  // equal parts of the memory, one for each batch

  /// `memory` bytes are for all three batches; `n_jobs` is how many are worth a batch.
  batch_queue(std::vector<work_unit> units, std::size_t n_threads, std::uint64_t memory, std::size_t n_jobs);

  /// Waits until there is something to do, or never will be again.
  [[nodiscard]] batch_task next();

  /// A target was prepared; nothing: in so little memory it cannot be. It is tried again with more room, in the next
  /// batch if need be. False when a whole batch has too little for it.
  [[nodiscard]] bool add(to_prepare&& task, std::optional<prepared_target>&& prepared);
  /// A target needs no work, or no more.
  void skip(to_prepare&& task);
  /// What became of a batch; none when it failed.
  void add_started(std::vector<started_target> targets);
  /// A target was finished, or failed, and all that it held is gone.
  void add_finished();

 private:
  [[nodiscard]] bool is_full() const;
  [[nodiscard]] bool may_start() const;
  [[nodiscard]] bool is_done() const;
  [[nodiscard]] std::uint64_t free_room() const;
  [[nodiscard]] std::optional<std::uint64_t> room_for_next() const;
  [[nodiscard]] to_prepare take_unit(std::uint64_t memory);
  [[nodiscard]] to_start take_batch();
  [[nodiscard]] to_finish take_started();
  void put_back(to_prepare&& task);
  void release(const to_prepare& task);
  void go_on(open_unit& unit);
  void move_on();

  const std::uint64_t room_;      // bytes of a batch
  const std::uint64_t fraction_;  // bytes for a target that is prepared next to others
  const std::size_t enough_;      // jobs of a batch

  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::deque<open_unit> units_;  // nobody has; those that were begun come first
  std::size_t n_preparing_ = 0;
  std::uint64_t reserved_ = 0;  // bytes that targets being prepared may add
  target_batch open_;
  bool is_closed_ = false;                              // the open batch has no room for a target that waits
  bool is_starting_ = false;                            // a batch is, or has and waits for the one before
  std::optional<std::vector<started_target>> started_;  // that one; last target first
  std::vector<started_target> finishing_;               // that nobody has; last target first
  std::size_t n_unfinished_ = 0;                        // and those that somebody has
};

}  // namespace exonweave
