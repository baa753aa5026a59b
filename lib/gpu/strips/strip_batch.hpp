// Alignments as strips take them: two targets at a time to one program, in the halves of 32-bit words.
//
// A half is S(i, j) + e * j - lowest + 1, unsigned and nowhere 0, where `lowest` is the program's and e is what a gap's
// symbol costs; within a strip also + e * i for its i-th row. So gaps cost nothing, rows never fall along columns, and
// of
//
//   S'(i,j) = max( S'(i-1,j-1) + d(s_i,t_j) + 2e, S'(i-1,j), S'(i,j-1) )
//
// what a pair adds may be raised to 0: the row above has as much. Halves hold all of it or the job is left to others:
// nothing is raised or lost.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "gpu/strips/strip_program.hpp"
#include "spliced/engine/problem.hpp"

namespace exonweave::gpu {

struct strip_job {
  spliced::problem input;
  const strip_program* program = nullptr;  // of its graph
  const run_control* control = nullptr;    // may stop it before it is launched; null: nobody does
};

/// Whether halves hold all scores of a job, and symbols all codes of its target.
bool fits_strips(const strip_job& job);

/// What it takes next to others, in no unit.
std::uint64_t cost_of(const strip_job& job);

/// What a residue of the genome adds next to each symbol of a target, in bytes: symbol k in byte k of the eight. The
/// last one is 0.
using strip_gains = std::array<std::uint32_t, 2>;
constexpr std::uint32_t n_strip_symbols = 7;

struct strip_pair {
  const strip_program* program = nullptr;
  std::array<std::size_t, 2> jobs{};                      // the same one twice where there is none next to it
  std::uint32_t n_columns = 0;                            // of the longer target
  std::array<strip_gains, spliced::n_dna_codes> gains{};  // [genomic code]
  // [n_columns] For a column 0xZHZL, which picks bytes of gains: L the first target's symbol, H the second one's, Z =
  // 7. 0x7777 in column 0; 7 in place of L or H after the end of a target.
  std::vector<std::uint16_t> symbols;
};

/// Of jobs that fit, all with one scoring. `chosen`: which. Targets of about the same length come together.
std::vector<strip_pair> pair_jobs(std::span<const strip_job> jobs, std::span<const std::size_t> chosen);

/// The source's half at column 0.
inline std::uint32_t source_half(const strip_program& program) {
  return static_cast<std::uint32_t>(1 - program.lowest);
}

/// A task of a pair.
struct strip_turn {
  std::uint32_t pair = 0, task = 0;
};
/// All tasks of all pairs, such that each comes after those that it reads, and those first from which it is farthest
/// to the end.
std::vector<strip_turn> order_tasks(std::span<const strip_pair> pairs);

/// The best end of one of a pair's jobs, `half` 0 or 1. `sink_row`: [n_columns] words as above.
spliced::best_end read_strip_end(const strip_job& job, std::span<const std::uint32_t> sink_row, int half);

}  // namespace exonweave::gpu
