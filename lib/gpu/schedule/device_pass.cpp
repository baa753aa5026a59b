#include "gpu/schedule/device_pass.hpp"

#include "gpu/device_failure.hpp"

namespace exonweave::gpu {
namespace {

using spliced::score;

std::span<const spliced::slot_id> live_before(const spliced::row_schedule& schedule, std::size_t block) {
  const spliced::schedule_block& of = schedule.blocks[block];
  return std::span(schedule.live_slots).subspan(of.first_live, of.last_live - of.first_live);
}

}  // namespace

kept_job kept_job::of(const device_job& job, const shaped_job& shaped, const launch_results& results,
                      std::size_t at) {
  const auto sink = results.sink_row(at);
  return {job, shaped, results.rows[at], results.memory, results.save_every, {sink.begin(), sink.end()}};
}

device_pass::device_pass(kept_job of)
    : of_(std::move(of)),
      ranges_(ranges_of(of_.job, of_.shaped.shape)),
      saved_before_(saved_rows_before(of_.job, of_.save_every)) {}

std::size_t device_pass::stride() const { return of_.job.program->stride * of_.save_every; }

void device_pass::load(std::size_t block, spliced::row_machine& to) {
  const auto live = live_before(*of_.job.schedule, block);
  const schedule_shape& shape = of_.shaped.shape;
  const std::size_t row_words = std::size_t{shape.n_tiles} * shape.row_words();
  std::vector<std::uint32_t> words(live.size() * row_words);
  read(of_.rows.saved + saved_before_[block / stride()] * row_words, words.size() * sizeof(std::uint32_t),
       words.data());
  const score extend = of_.job.of.gaps.extend;
  std::vector<score> S(of_.job.of.n_columns()), F(shape.is_affine ? S.size() : 0);
  for (std::size_t l = 0; l < live.size(); ++l) {
    const auto row = std::span<const std::uint32_t>(words).subspan(l * row_words, row_words);
    decode_plane(of_.shaped, extend, row, plane::S, S);
    decode_plane(of_.shaped, extend, row, plane::F, F);
    to.encode(live[l], S, F);
  }
}

void device_pass::tell(const spliced::row_maxima& to) {
  tell_steps(of_.rows.best, to.best);
  if (!to.ends.empty()) tell_steps(of_.rows.ends, to.ends);
  if (!to.by_range.empty()) read(of_.rows.bounds, to.by_range.size_bytes(), to.by_range.data());
}

void device_pass::read(const void* from, std::size_t bytes, void* to) const {
  try {
    of_.memory->read(from, bytes, to);
  } catch (const device_failure& error) {
    if (of_.on_loss) of_.on_loss(error.what());
    throw spliced::rows_lost(error.what());
  }
}

void device_pass::tell_steps(const std::int32_t* from, std::span<score> to) const {
  const auto& steps = of_.job.schedule->steps;
  std::vector<std::int32_t> values(steps.size());
  read(from, values.size() * sizeof(std::int32_t), values.data());
  for (std::size_t k = 0; k < steps.size(); ++k)
    to[steps[k].row] = values[k] <= highest_unreached ? spliced::unreachable : values[k];
}

void device_pass::decode_sink(std::span<score> S) {
  decode_plane(of_.shaped, of_.job.of.gaps.extend, of_.sink_row, plane::S, S);
  const score offset = of_.job.program->sink_offset - of_.job.schedule->sink_offset;
  for (score& each : S)
    if (spliced::is_reachable(each)) each += offset;
}

}  // namespace exonweave::gpu
