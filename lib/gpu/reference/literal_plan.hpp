// A row graph as the engines of the paper execute it: tasks, each the exon of a run with the rows that may come before
// it. Junctions of one input are folded into the edges that leave them, so that a task reads last rows of tasks alone.
#pragma once

#include <cstdint>
#include <vector>

#include "spliced/graph/graph_view.hpp"

namespace exonweave::gpu {

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

}  // namespace exonweave::gpu
