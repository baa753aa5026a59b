#include "gpu/strips/strip_program.hpp"

#include <algorithm>

#include "gpu/strips/strip_groups.hpp"

namespace exonweave::gpu {
namespace {

using spliced::score;

class program_writer {
 public:
  program_writer(const piece_graph& graph, const strip_groups& groups, score extend, strip_program& program)
      : graph_(graph), extend_(extend), program_(program), row_of_(graph.pieces.size(), strip_program::no_row) {
    for (const std::uint32_t g : groups.order(graph)) write(groups.groups[g]);
    if (graph.sink) program.sink = row_of_[graph.sink->piece];
  }

 private:
  // A task that is being written, up to some piece.
  struct open_task {
    strip_task task{};
    std::uint32_t n_rows = 0;
    std::optional<std::uint32_t> above{};  // the piece before
  };

  void write(const strip_group& group) {
    open_task open;
    open.task.first_lane = static_cast<std::uint32_t>(program_.lanes.size());
    open.task.first_entry = static_cast<std::uint32_t>(program_.entries.size());
    open.task.first_exit = static_cast<std::uint32_t>(program_.exits.size());
    open.task.rows_per_lane = static_cast<std::uint8_t>(group.rows_per_lane);
    for (const std::uint32_t p : group.pieces) write_piece(p, p == group.pieces.back(), open);
    program_.tasks.push_back(open.task);
  }

  void write_piece(std::uint32_t p, bool is_last, open_task& open) {
    const run_piece& piece = graph_.pieces[p];
    strip_task& task = open.task;
    strip_lane ends;
    if (p != 0 && has_entry(piece, !open.above)) {
      ends.entry = task.n_entries++;
      write_entry(piece, open);
    }
    const std::uint32_t n_lanes = task.rows_per_lane == 0 ? 0 : lanes_of(piece, task.rows_per_lane);
    task.n_lanes = static_cast<std::uint8_t>(task.n_lanes + n_lanes);
    open.n_rows += piece.n_rows;
    if (is_last || graph_.n_readers[p] > 1) {
      ends.exit = task.n_exits++;
      row_of_[p] = program_.n_rows++;
      program_.exits.push_back({row_of_[p], static_cast<std::uint16_t>(std::max(1, int{task.n_lanes}) - 1),
                                static_cast<std::uint16_t>(open.n_rows)});
    }
    write_lanes(piece, n_lanes, task.rows_per_lane, ends);
    open.above = p;
  }

  // What a piece reads but the one above it.
  void write_entry(const run_piece& piece, const open_task& open) {
    const auto first = static_cast<std::uint32_t>(program_.inputs.size());
    const auto offset = static_cast<score>(open.n_rows) * extend_;
    for (const piece_input& input : piece.inputs)
      if (!is_above(input, open.above))
        program_.inputs.push_back({row_of_[input.piece], input.weight + offset, open.task.n_lanes});
    program_.entries.push_back({first, static_cast<std::uint32_t>(program_.inputs.size()) - first});
  }

  // The first lane has the piece's entry, and is the one that rows may be too few for; the last one has the exit.
  void write_lanes(const run_piece& piece, std::uint32_t n_lanes, std::uint32_t rows_per_lane, const strip_lane& ends) {
    auto residue = static_cast<std::uint32_t>(piece.first_residue);
    for (std::uint32_t l = 0; l < n_lanes; ++l) {
      const std::uint32_t n_rows = l == 0 ? piece.n_rows - (n_lanes - 1) * rows_per_lane : rows_per_lane;
      program_.lanes.push_back({residue, static_cast<std::uint8_t>(n_rows), l == 0 ? ends.entry : strip_lane::none,
                                l + 1 == n_lanes ? ends.exit : strip_lane::none});
      residue += n_rows;
    }
  }

  const piece_graph& graph_;
  score extend_;
  strip_program& program_;
  std::vector<std::uint32_t> row_of_;  // [pieces] those that leave theirs
};

void find_limits(const piece_graph& graph, score extend, strip_program& program) {
  std::vector<score> lowest(graph.pieces.size(), 0), heaviest(graph.pieces.size(), 0);
  for (std::size_t p = 1; p < graph.pieces.size(); ++p) {
    lowest[p] = heaviest[p] = spliced::unreachable;
    for (const piece_input& input : graph.pieces[p].inputs) {
      lowest[p] = std::max(lowest[p], lowest[input.piece] + input.weight);
      heaviest[p] = std::max(heaviest[p], heaviest[input.piece] + input.weight);
    }
    lowest[p] -= static_cast<score>(graph.pieces[p].n_rows) * extend;
    program.heaviest = std::max(program.heaviest, heaviest[p]);
    program.lowest = std::min(program.lowest, lowest[p]);
  }
}

// By how long after a task those that read it may begin: a strip has to fill its lanes first.
void find_heights(strip_program& made) {
  constexpr std::uint32_t of_gather = 4, of_strip = 11;
  made.heights.assign(made.tasks.size(), 0);
  std::vector<std::uint32_t> maker(made.n_rows);
  for (std::uint32_t t = 0; t < made.tasks.size(); ++t)
    for (std::uint32_t x = 0; x < made.tasks[t].n_exits; ++x) maker[made.exits[made.tasks[t].first_exit + x].row] = t;
  for (std::size_t t = made.tasks.size(); t-- > 0;) {
    const strip_task& task = made.tasks[t];
    made.heights[t] += task.rows_per_lane == 0 ? of_gather : of_strip + task.rows_per_lane;
    for (std::uint32_t e = 0; e < task.n_entries; ++e) {
      const strip_entry& entry = made.entries[task.first_entry + e];
      for (std::uint32_t k = 0; k < entry.n_inputs; ++k) {
        std::uint32_t& height = made.heights[maker[made.inputs[entry.first_input + k].row]];
        height = std::max(height, made.heights[t]);
      }
    }
  }
}

}  // namespace

std::uint64_t strip_program::bytes() const {
  return tasks.size() * (sizeof(strip_task) + sizeof(heights[0])) + lanes.size() * sizeof(strip_lane) +
         entries.size() * sizeof(strip_entry) + inputs.size() * sizeof(strip_input) +
         exits.size() * sizeof(strip_exit) + residues.size();
}

std::optional<strip_program> make_strip_program(const spliced::graph_view& graph, const spliced::row_schedule& schedule,
                                                const spliced::gap_costs& gaps,
                                                const std::optional<spliced::gap_costs>& residue_ends) {
  if (gaps.open != 0 || residue_ends || !schedule.steps.empty() || schedule.counts.residue_merges > 0)
    return std::nullopt;
  const piece_graph pieces = piece_graph::of(schedule);
  strip_program made;
  made.residues.assign(graph.residues.begin(), graph.residues.end());
  const program_writer written(pieces, strip_groups::of(pieces), gaps.extend, made);
  made.sink_offset = schedule.sink_offset + (pieces.sink ? pieces.sink->weight : 0);
  find_limits(pieces, gaps.extend, made);
  find_heights(made);
  return made;
}

}  // namespace exonweave::gpu
