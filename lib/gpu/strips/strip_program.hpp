// A row schedule of DNA candidates with linear gaps, compiled for strips: rows that a warp of the device keeps in
// registers while it goes over the target's columns once.
//
// A program is a DAG of tasks. A task leaves rows, and may begin as soon as the tasks whose rows it reads have made
// their first columns:
//
//   the source   task 0: leaves the source's row, as row 0
//   a gather     leaves the element-wise max over some rows, each plus a weight: its one entry
//   a strip      pieces of runs, one below the other. Each piece begins in a lane of the warp and reads the piece above
//                it, an entry, or the max of both; it ends in a lane, and may leave its last row there: an exit
//
//   lanes   0      1      2      3      4      5        rows_per_lane = 2
//           ^a     ^b            ^c                     a: entry of the first piece
//           [. A   G G]   [T T   C A]   [. C            [.: a row that changes nothing, where a piece does not fill its
//                  lanes
//                  \x                   \y     ...      x, y: exits
//
// So exons that share their beginnings or ends, of which a graph makes one run from each place where one begins or ends
// to the next, are one strip and not a strip for each of these runs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spliced/graph/row_schedule.hpp"

namespace exonweave::gpu {

constexpr std::uint32_t strip_lanes = 32;
constexpr std::uint32_t max_rows_per_lane = 8;
constexpr std::uint32_t max_strip_rows = strip_lanes * max_rows_per_lane;
constexpr std::uint32_t max_entries = 8, max_exits = 8;  // of a strip
constexpr std::uint32_t max_inputs = strip_lanes;        // of all entries of a task

// Plain data, which the device reads as it is.

struct strip_input {
  std::uint32_t row = 0;
  spliced::score weight = 0;  // with extend * the rows of the strip that lie above
  std::uint32_t lane = 0;     // that has the entry
};

struct strip_entry {
  std::uint32_t first_input = 0, n_inputs = 0;
};

struct strip_exit {
  std::uint32_t row = 0;
  std::uint16_t lane = 0;    // whose last row it is
  std::uint16_t n_rows = 0;  // of the strip, up to it
};

struct strip_lane {
  static constexpr std::uint8_t none = 0xFF;

  std::uint32_t first_residue = 0;         // of strip_program::residues
  std::uint8_t n_rows = 0;                 // the last ones of the lane's
  std::uint8_t entry = none, exit = none;  // of the task's
};

struct strip_task {
  std::uint32_t first_lane = 0, first_entry = 0, first_exit = 0;  // of the program's
  std::uint8_t rows_per_lane = 0;                                 // 0: the source, or a gather
  std::uint8_t n_lanes = 0, n_entries = 0, n_exits = 0;
};

struct strip_program {
  static constexpr std::uint32_t no_row = UINT32_MAX;

  std::vector<strip_task> tasks;  // each after those that it reads
  std::vector<strip_lane> lanes;
  std::vector<strip_entry> entries;
  std::vector<strip_input> inputs;
  std::vector<strip_exit> exits;
  // [tasks] How long the longest way from a task's begin to the end is, in no unit; less for those that read a task.
  std::vector<std::uint32_t> heights;
  std::vector<spliced::residue_code> residues;  // of the graph
  std::uint32_t n_rows = 0;                     // that tasks leave
  std::uint32_t sink = no_row;                  // the sink's row less sink_offset; no_row: nothing reaches it
  spliced::score sink_offset = 0;
  // Of all rows: the least S of column 0, which no target changes; and the largest sum of weights on a path that leads
  // there.
  spliced::score lowest = 0, heaviest = 0;

  [[nodiscard]] std::uint64_t bytes() const;
};

/// Of a schedule with whole runs. Nothing where strips do not say it: residues on edges, rows in steps, affine gaps,
/// unaligned ends of residues.
std::optional<strip_program> make_strip_program(const spliced::graph_view& graph, const spliced::row_schedule& schedule,
                                                const spliced::gap_costs& gaps,
                                                const std::optional<spliced::gap_costs>& residue_ends);

}  // namespace exonweave::gpu
