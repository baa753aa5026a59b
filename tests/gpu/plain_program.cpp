#include "gpu/plain_program.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace exonweave::testing {
namespace {

using gpu::device_op;
using gpu::location;
using spliced::score;
using spliced::unreachable;

namespace words = gpu::words;

// A row at a home is its scores. In a frame it holds more by gaps.extend for each residue since it was set; columns do not
// drift here, which no word of a program depends on.
class plain_run {
 public:
  plain_run(const gpu::device_program& program, const spliced::problem& p)
      : program_(program), p_(p), rows_(gpu::n_frames + program.n_homes) {
    std::fill_n(rows_.begin(), gpu::n_frames, nowhere());
  }

  plain_outcome run() {
    for (;;) {
      const std::uint32_t word = take();
      switch (static_cast<device_op>(words::op::of(word))) {
        case device_op::step:
          for (std::uint32_t f = 0; f < gpu::n_frames; ++f)
            if ((words::mask::of(word) >> f & 1) != 0) step(word, f);
          break;
        case device_op::gather:
          gather(word);
          break;
        case device_op::state:
          set_state(states_.at(words::frame::of(word)));
          break;
        case device_op::source:
          set_source(rows_.at(words::dst::of(word)));
          break;
        case device_op::save:
          save(word);
          break;
        case device_op::end:
          outcome_.end = end();
          if (program_.sink != gpu::no_row) outcome_.sink = row_at(program_.sink);
          return std::move(outcome_);
        default:
          throw std::logic_error("no such op");
      }
    }
  }

 private:
  struct frame_state {
    score drift = 0, lead = unreachable, gain = unreachable;
  };

  std::uint32_t take() {
    if (at_ == program_.words.size()) throw std::logic_error("a program without its end");
    return program_.words[at_++];
  }

  [[nodiscard]] plain_row nowhere() const {
    const std::vector<score> nothing(p_.n_columns(), unreachable);
    return {nothing, nothing};
  }

  [[nodiscard]] const plain_row& row_at(location at) const {
    const plain_row& row = rows_.at(at);
    if (row.S.empty()) throw std::logic_error("a row that was never set is read");
    return row;
  }

  static void let_in(const plain_row& row, score weight, plain_row& to) {
    for (std::size_t j = 0; j < to.S.size(); ++j) {
      to.S[j] = std::max(to.S[j], row.S[j] + weight);
      to.F[j] = std::max(to.F[j], row.F[j] + weight);
    }
  }

  void set_state(frame_state& state) {
    state.lead = static_cast<score>(take());
    state.gain = static_cast<score>(take());
  }

  void set_source(plain_row& row) const {
    row = nowhere();
    for (std::size_t j = 0; j < row.S.size(); ++j) row.S[j] = p_.before(j);
  }

  // The row below by a residue, not closed, and with one more gaps.extend of drift.
  [[nodiscard]] plain_row below(const plain_row& row, std::uint32_t residue) const {
    const spliced::residue_code code = program_.residues.at(residue);
    plain_row made = nowhere();
    for (std::size_t j = 0; j < row.S.size(); ++j) {
      made.S[j] = made.F[j] = std::max(row.F[j], row.S[j] - p_.gaps.open);
      if (j > 0)
        made.S[j] =
            std::max(made.S[j], row.S[j - 1] + (*p_.substitution)(code, p_.target[j - 1]) + p_.gaps.extend);
    }
    return made;
  }

  void gather(std::uint32_t word) {
    plain_row made = nowhere();
    for (std::uint32_t n = words::n_gathered::of(word); n > 0; --n) {
      const std::uint32_t source = take();
      const bool is_heavy = words::is_heavy::of(source) != 0;
      const score weight =
          is_heavy ? static_cast<score>(take()) : gpu::signed_weight(words::entry_weight::of(source));
      const location src = words::entry_location::of(source);
      if (src == gpu::no_row) continue;
      const std::uint32_t residue = words::residue::of(source);
      let_in(residue == words::no_residue ? row_at(src) : below(row_at(src), residue), weight, made);
    }
    const location dst = words::dst::of(word);
    const bool is_first = words::is_first::of(word) != 0;
    if (!is_first) let_in(row_at(dst), 0, made);
    if (is_first && dst < gpu::n_frames) states_[dst].drift = 0;
    rows_.at(dst) = made;
  }

  void step(std::uint32_t word, std::uint32_t f) {
    plain_row& row = rows_[f];
    frame_state& state = states_[f];
    row = below(row, words::residue_of(word, f));
    state.drift += p_.gaps.extend;
    if ((words::entries::of(word) >> f & 1) != 0) {
      const std::uint32_t entry = take();
      const location src = words::entry_location::of(entry);
      if (src < gpu::n_frames) throw std::logic_error("an entry is a home");
      let_in(row_at(src), gpu::signed_weight(words::entry_weight::of(entry)), row);
    }
    close(state, row);
    state.lead -= program_.residue_cost;
    state.gain += program_.residue_cost;
    note(state, row, (words::bounded::of(word) >> f & 1) != 0);
  }

  void note(const frame_state& state, const plain_row& row, bool is_bounded) {
    plain_step& step = outcome_.steps.emplace_back();
    plain_row without_drift = nowhere();
    let_in(row, -state.drift, without_drift);
    for (std::size_t j = 0; j < row.S.size(); ++j) {
      step.best = std::max(step.best, without_drift.S[j]);
      step.ends = std::max(step.ends, without_drift.S[j] + p_.behind(j));
    }
    step.is_bounded = is_bounded;
    if (is_bounded) step.row = without_drift;
  }

  void save(std::uint32_t word) {
    auto& rows = outcome_.checkpoints.emplace_back();
    for (std::uint32_t n = words::n_saved::of(word); n > 0; --n) {
      const std::uint32_t entry = take();
      const location src = words::entry_location::of(entry);
      rows.push_back(nowhere());
      if (src == gpu::no_row) continue;
      let_in(row_at(src), gpu::signed_weight(words::entry_weight::of(entry)), rows.back());
    }
  }

  void close(const frame_state& state, plain_row& row) {
    score E = unreachable;
    for (std::size_t j = 0; j < row.S.size(); ++j) {
      score& S = row.S[j];
      if (spliced::is_reachable(state.lead)) S = std::max(S, state.lead + p_.before(j) + state.drift);
      S = std::max(S, E);
      E = std::max(E, S - p_.gaps.open) - p_.gaps.extend;
      if (p_.residue_ends && spliced::is_reachable(state.gain) && spliced::is_reachable(S - state.drift))
        trail_ = std::max(trail_, S - state.drift + p_.behind(j) + state.gain);
    }
  }

  spliced::best_end end() const {
    const spliced::row_layout layout = p_.layout();
    std::vector<score> sink(layout.width(), unreachable);
    if (program_.sink != gpu::no_row)
      for (std::size_t j = 0; j < p_.n_columns(); ++j)
        sink[j] = row_at(program_.sink).S[j] + program_.sink_offset;
    if (layout.has_ends && spliced::is_reachable(trail_))
      sink[layout.trail_at()] = trail_ - p_.residue_ends->open;
    return find_best_end(p_, sink);
  }

  const gpu::device_program& program_;
  const spliced::problem& p_;
  std::size_t at_ = 0;
  std::vector<plain_row> rows_;  // by location
  std::array<frame_state, gpu::n_frames> states_;
  score trail_ = unreachable;
  plain_outcome outcome_;
};

}  // namespace

plain_outcome run_plainly(const gpu::device_program& program, const spliced::problem& p) {
  return plain_run(program, p).run();
}

}  // namespace exonweave::testing
