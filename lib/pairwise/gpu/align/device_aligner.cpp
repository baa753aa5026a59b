#include "pairwise/gpu/align/device_aligner.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace exonweave::gpu {

using spliced::edit;

gain_table make_gains(const align_scoring& scoring) {
  gain_table gains{};
  const auto& matrix = *scoring.substitution;
  for (std::size_t q = 0; q < matrix.n_codes(); ++q)
    for (std::size_t t = 0; t < matrix.n_codes(); ++t)
      gains[q * pair_codes + t] = matrix(static_cast<spliced::residue_code>(q), static_cast<spliced::residue_code>(t)) +
                                  2 * scoring.gaps.extend;
  return gains;
}

std::string align_refusal(const align_scoring& scoring) {
  if (scoring.gaps.open != 0) return "it aligns with linear gaps (--gap-open 0)";
  if (scoring.substitution->n_codes() >= pair_codes) return "its tables hold fewer letters";
  return {};
}

void check_request(const align_request& request) {
  if (const std::string why = align_refusal(request.scoring); !why.empty()) throw std::invalid_argument(why);
  check_score_range(request);
  constexpr auto longest = std::size_t{std::numeric_limits<std::int32_t>::max()} / 4;
  if (std::max(request.query.size(), request.target.size()) > longest)
    throw std::range_error("a sequence is longer than devices count");
  if (request.control != nullptr) request.control->throw_if_stopped();
}

spliced::score score_of(std::int32_t last, const align_request& request) {
  return last - request.scoring.gaps.of(request.query.size() + request.target.size());
}

std::vector<spliced::edit_run> edits_of(std::span<const std::uint8_t> moves, std::size_t m, std::size_t n) {
  std::vector<spliced::edit_run> edits;
  const auto add = [&](edit op, std::size_t length) {
    append_edits(edits, op, length);
    m -= op == edit::insertion ? 0 : length;
    n -= op == edit::deletion ? 0 : length;
  };
  for (const std::uint8_t move : moves) {
    const bool is_match = move == static_cast<std::uint8_t>(cell_move::match);
    const bool is_deletion = move == static_cast<std::uint8_t>(cell_move::deletion);
    add(is_match ? edit::match : is_deletion ? edit::deletion : edit::insertion, 1);
  }
  if (m > 0 && n > 0) throw std::logic_error("an alignment's moves end within both sequences");
  add(edit::deletion, m);
  add(edit::insertion, n);
  std::ranges::reverse(edits);
  return edits;
}

// With the queue's mutex.
device_queue::place::place(device_queue& queue, std::size_t index, std::uint64_t taken_bytes, std::uint64_t n_cells)
    : device(queue.devices_[index].index), bytes(taken_bytes), queue_(queue), index_(index), n_cells_(n_cells) {
  device_state& on = queue.devices_[index];
  ++on.n_pairs;
  on.n_cells += n_cells;
  on.bytes_left -= taken_bytes;
}

device_queue::place::~place() {
  const std::lock_guard lock(queue_.mutex_);
  device_state& on = queue_.devices_[index_];
  --on.n_pairs;
  on.n_cells -= n_cells_;
  on.bytes_left += bytes;
  queue_.is_left_.notify_one();
}

device_queue::device_queue(const std::vector<int>& devices, std::function<std::uint64_t(int)> free_bytes)
    : free_bytes_(std::move(free_bytes)) {
  for (const int device : devices) devices_.push_back({.index = device});
}

device_queue::device_state* device_queue::find(std::uint64_t requested_bytes) {
  device_state* found = nullptr;
  for (device_state& each : devices_)
    if (has_place(each, requested_bytes) && (found == nullptr || each.n_cells < found->n_cells)) found = &each;
  return found;
}

device_queue::place device_queue::take(std::uint64_t requested_bytes, std::uint64_t n_cells) {
  const std::lock_guard first(next_);
  std::unique_lock lock(mutex_);
  device_state* on = nullptr;
  is_left_.wait(lock, [&] { return (on = find(requested_bytes)) != nullptr; });
  if (on->n_pairs == 0) on->bytes_left = free_bytes_(on->index);
  const auto index = static_cast<std::size_t>(on - devices_.data());
  return {*this, index, std::min(requested_bytes, on->bytes_left), n_cells};
}

}  // namespace exonweave::gpu
