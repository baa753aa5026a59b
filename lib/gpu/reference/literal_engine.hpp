// The two accelerators of Nolasco and Moreano (2014), for nucleotides and linear gaps: the exon DAG as it is, an exon
// by a block of threads, of which last rows alone leave the device's fast memory. Rows inside exons are computed again
// by the host.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "spliced/engine/engine.hpp"
#include "spliced/graph/graph_view.hpp"

namespace exonweave::gpu {

// How three anti-diagonals lie in memory decides the speed. A piece of 3 rows (a b c), target of 4 columns (0 1 2 3):
//
//   conventional: a row after the other. What threads read and write at a time lies a row apart.
//
//        a0 a1 a2 a3 | b0 b1 b2 b3 | c0 c1 c2 c3
//
//   left_aligned: each diagonal from its first cell on. Where a thread's cells lie, and those that it reads, depends
//   on the diagonal: from the one with a3 on, they move by one.
//
//        a0          a1 b0       a2 b1 c0    a3 b2 c1    b3 c2       c3
//
//   right_aligned: row i of the piece at index i, always. A thread keeps its row, in registers what is left of its cell
//   and diagonal
//   to it, and reads index i - 1 of the diagonal before.
//
//        a0 .  .     a1 b0 .     a2 b1 c0    a3 b2 c1    .  b3 c2    .  .  c3

enum class diagonal_layout { conventional, left_aligned, right_aligned };

// A row graph as the engines of the paper execute it: tasks, each the exon of a run with the rows that may come before
// it. Junctions of one input are folded into the edges that leave them, so that a task reads last rows of tasks alone.

struct literal_input {
  std::uint32_t task;     // whose last row is read
  spliced::score weight;  // added to it
};

struct literal_task {
  std::uint32_t first_residue = 0;                // of graph_view::residues
  std::uint32_t n_residues = 0;                   // 0: the last row is the entry row
  std::uint32_t first_input = 0, last_input = 0;  // half-open
};

struct literal_plan {
  std::vector<literal_task> tasks;  // the source first; each after those that it reads
  std::vector<literal_input> inputs;
  std::vector<literal_input> row_of;  // [nodes] a node's last row: that of a task, and what is added to it
  std::uint32_t max_residues = 0;     // of a task
};

/// Of a graph whose edges carry no residues.
literal_plan make_literal_plan(const spliced::graph_view& graph);

/// The end of the overlap group that begins with a task: from there on none before it reads another one's row, so they
/// can be computed side by side. (Nolasco and Moreano 2014, section 3.4.)
std::uint32_t end_of_group(const literal_plan& plan, std::uint32_t first);

enum class parallelism {
  intra,  // within an exon: one launch for each
  inter,  // and among those of an overlap group: one launch for each, found while the device computes the last
};

/// Of `cuda-intra` and `cuda-inter`.
const spliced::engine_facts& literal_facts(parallelism how);

/// Runs take the default layout. The other two are there for the paper's comparison of all three, which
/// tests/benchmarks/bench_paper_accelerators.cpp repeats. Throws device_failure where there is no usable device,
/// std::invalid_argument for `inter` with the conventional layout, whose cells would take 16 MiB for each exon of a
/// group.
std::unique_ptr<spliced::engine> make_literal_engine(parallelism how,
                                                     diagonal_layout layout = diagonal_layout::right_aligned);

}  // namespace exonweave::gpu
