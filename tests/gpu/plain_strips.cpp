#include "gpu/plain_strips.hpp"

#include <algorithm>
#include <stdexcept>

#include "gpu/device/devices.hpp"

namespace exonweave::testing {
namespace {

using gpu::strip_pair;
using gpu::strip_program;
using gpu::strip_task;

using half_row = std::vector<std::int64_t>;  // [columns]

std::int64_t checked(std::int64_t half) {
  if (half < 0 || half > 0xFFFF) throw std::logic_error("a half that 16 bits do not hold");
  return half;
}

// Of one of a pair's jobs.
class plain_pair {
 public:
  plain_pair(const strip_pair& pair, const gpu::strip_scoring& scoring, int half)
      : pair_(pair), scoring_(scoring), half_(half), rows_(pair.program->n_rows) {}

  void run(std::uint32_t t) {
    const strip_program& program = *pair_.program;
    const strip_task& task = program.tasks.at(t);
    half_row row = t == 0 ? source() : half_row(pair_.n_columns, 0);
    if (task.rows_per_lane == 0) {
      if (t != 0) let_in(task, 0, row);
      return leave(task, 0, row);
    }
    for (std::uint32_t l = 0; l < task.n_lanes; ++l) {
      const gpu::strip_lane& lane = program.lanes.at(task.first_lane + l);
      if (lane.n_rows > task.rows_per_lane) throw std::logic_error("a lane with too many rows");
      if (lane.entry != gpu::strip_lane::none) let_in(task, lane.entry, row);
      for (std::uint32_t i = 0; i < lane.n_rows; ++i) next_row(program.residues.at(lane.first_residue + i), row);
      if (lane.exit == gpu::strip_lane::none) continue;
      if (program.exits.at(task.first_exit + lane.exit).lane != l) throw std::logic_error("another lane's exit");
      leave(task, lane.exit, row);
    }
  }

  [[nodiscard]] const half_row& row(std::uint32_t index) const {
    if (rows_.at(index).empty()) throw std::logic_error("a row that nobody has made");
    return rows_[index];
  }

 private:
  [[nodiscard]] half_row source() const {
    half_row made;
    for (std::uint32_t j = 0; j < pair_.n_columns; ++j)
      made.push_back(
          checked((scoring_.has_free_ends ? std::int64_t{j} * scoring_.extend : 0) + source_half(*pair_.program)));
    return made;
  }

  void let_in(const strip_task& task, std::uint32_t e, half_row& into) const {
    if (e >= task.n_entries) throw std::logic_error("an entry that the task does not have");
    const gpu::strip_entry& entry = pair_.program->entries.at(task.first_entry + e);
    for (std::uint32_t k = entry.first_input; k < entry.first_input + entry.n_inputs; ++k) {
      const gpu::strip_input& input = pair_.program->inputs.at(k);
      for (std::uint32_t j = 0; j < pair_.n_columns; ++j)
        into[j] = checked(std::max(into[j], row(input.row)[j] + input.weight));
    }
  }

  void leave(const strip_task& task, std::uint32_t x, const half_row& row) {
    if (x >= task.n_exits) throw std::logic_error("an exit that the task does not have");
    const gpu::strip_exit& exit = pair_.program->exits.at(task.first_exit + x);
    half_row& left = rows_.at(exit.row);
    if (!left.empty()) throw std::logic_error("a row that is left twice");
    for (const std::int64_t each : row) left.push_back(checked(each - std::int64_t{exit.n_rows} * scoring_.extend));
  }

  [[nodiscard]] std::int64_t gain(spliced::residue_code genomic, std::uint32_t j) const {
    const auto symbol = pair_.symbols[j] >> (8 * half_) & 0xF;
    return pair_.gains[genomic][static_cast<std::size_t>(symbol / 4)] >> (8 * (symbol % 4)) & 0xFF;
  }

  void next_row(spliced::residue_code genomic, half_row& row) const {
    std::int64_t diagonal = 0, left = 0;
    for (std::uint32_t j = 0; j < pair_.n_columns; ++j) {
      const std::int64_t above = row[j];
      left = row[j] = checked(std::max({above, left, diagonal + gain(genomic, j)}));
      diagonal = above;
    }
  }

  const strip_pair& pair_;
  gpu::strip_scoring scoring_;
  int half_;
  std::vector<half_row> rows_;  // [n_rows]
};

class plain_strips final : public gpu::strip_runner {
 public:
  explicit plain_strips(plain_device& device) : pair_(device) {}

  spliced::large_vector<std::uint32_t> run(std::span<const strip_pair> pairs, const gpu::strip_scoring& scoring,
                                           gpu::launch_times* times) override {
    if (pair_.is_lost) throw gpu::device_failure("a launch: the device is lost");
    std::size_t bytes = 0;
    for (const strip_pair& pair : pairs) bytes += gpu::strip_row_bytes(pair);
    if (bytes > pair_.memory) throw gpu::device_memory_exceeded("no room for rows");
    ++pair_.n_launches;
    for (const strip_pair& pair : pairs) pair_.n_jobs += pair.jobs[0] == pair.jobs[1] ? 1 : 2;
    std::vector<std::array<plain_pair, 2>> made;
    for (const strip_pair& pair : pairs) made.push_back({plain_pair(pair, scoring, 0), plain_pair(pair, scoring, 1)});
    for (const gpu::strip_turn& turn : gpu::order_tasks(pairs))
      for (plain_pair& half : made[turn.pair]) half.run(turn.task);
    spliced::large_vector<std::uint32_t> sinks;
    for (std::size_t k = 0; k < pairs.size(); ++k)
      for (std::uint32_t j = 0; j < pairs[k].n_columns; ++j) sinks.push_back(sink_word(*pairs[k].program, made[k], j));
    if (times != nullptr) ++times->n_launches;
    if (pair_.on_launch) pair_.on_launch();
    return sinks;
  }
  [[nodiscard]] std::size_t memory() const override { return pair_.memory; }

 private:
  static std::uint32_t sink_word(const strip_program& program, const std::array<plain_pair, 2>& halves,
                                 std::uint32_t j) {
    if (program.sink == strip_program::no_row) return 0;
    return static_cast<std::uint32_t>(halves[0].row(program.sink)[j] | halves[1].row(program.sink)[j] << 16);
  }

  plain_device& pair_;
};

}  // namespace

std::unique_ptr<gpu::strip_runner> make_plain_strips(plain_device& device) {
  return std::make_unique<plain_strips>(device);
}

}  // namespace exonweave::testing
