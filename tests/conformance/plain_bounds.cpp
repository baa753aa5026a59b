#include "plain_bounds.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace exonweave::testing {
namespace {

using namespace spliced;  // NOLINT: the events

constexpr score nothing_yet = -100'000'000;
constexpr std::size_t n_frames = 3;

// S and open vertical gaps by column; chains without a pair as yet, and those that have their last one behind them.
struct plain_row {
  std::vector<score> S, F;
  score L = nothing_yet, T = nothing_yet;

  explicit plain_row(std::size_t n_columns) : S(n_columns, nothing_yet), F(n_columns, nothing_yet) {}

  void let_in(const plain_row& source, score weight) {
    for (std::size_t j = 0; j < S.size(); ++j) {
      S[j] = std::max(S[j], source.S[j] + weight);
      F[j] = std::max(F[j], source.F[j] + weight);
    }
    L = std::max(L, source.L + weight);
    T = std::max(T, source.T + weight);
  }
  [[nodiscard]] score best() const { return std::max(T, *std::ranges::max_element(S)); }
};

class plain_sweep {
 public:
  plain_sweep(const bound_stream& stream, const bound_scoring& scoring, const bound_job& job)
      : stream_(stream), scoring_(scoring), job_(job), frames_(n_frames, nothing()), junctions_(n_frames, nothing()) {}

  std::vector<score> sweep() {
    std::vector<score> bounds;
    for (std::size_t w = job_.first_window; w < job_.first_window + job_.n_windows; ++w) {
      for (plain_row& each : junctions_) each = moved(each, w == job_.first_window ? 0 : -stream_.paid[w]);
      stops_ -= w == job_.first_window ? 0 : stream_.paid[w];
      best_ = 0;
      next_ = stream_.first_event[w];
      const std::size_t first = w * stream_.window_triples;
      const std::size_t last = std::min(first + stream_.window_triples, stream_.triples.size());
      for (std::size_t t = first; t < last; ++t) make_triple(std::span(stream_.triples[t]).first(n_frames));
      bounds.push_back(best_ < job_.least ? 0 : best_);
    }
    return bounds;
  }

 private:
  [[nodiscard]] plain_row nothing() const { return plain_row(job_.target.size() + 1); }
  [[nodiscard]] plain_row moved(const plain_row& source, score by) const {
    plain_row made = nothing();
    made.let_in(source, by);
    return made;
  }
  std::uint32_t next_word() { return stream_.events[next_++]; }
  static score weight_of(std::uint32_t word) { return static_cast<std::int16_t>(word & 0xFFFF); }
  score next_weight() { return weight_of(next_word()); }
  void end(const plain_row& ended, score weight) { best_ = std::max(best_, ended.best() + weight); }

  [[nodiscard]] score earned(std::uint8_t profile_row, std::size_t j) const {
    const residue_code symbol = job_.target[j - 1];
    if (profile_row + std::size_t{1} < stream_.residues.size())
      return (*scoring_.substitution)(stream_.residues[profile_row], symbol);
    score best = nothing_yet;
    for (std::size_t row = 0; row + 1 < stream_.residues.size(); ++row)
      best = std::max(best, (*scoring_.substitution)(stream_.residues[row], symbol));
    return best;
  }
  void align(const plain_row& above, std::span<const std::uint8_t> profile_rows, score weight, plain_row& into) const {
    plain_row made = nothing();
    for (std::size_t j = 0; j < made.S.size(); ++j) {
      made.F[j] = std::max(above.S[j] - scoring_.gaps.open, above.F[j]) - scoring_.gaps.extend;
      if (j > 0)
        for (const std::uint8_t row : profile_rows) made.S[j] = std::max(made.S[j], above.S[j - 1] + earned(row, j));
    }
    made.L = above.L - scoring_.residue_ends.extend;
    made.T = above.T - scoring_.residue_ends.extend;
    into.let_in(made, weight);
  }
  void close(plain_row& row) const {
    score gap = nothing_yet;
    for (std::size_t j = 0; j < row.S.size(); ++j) {
      row.S[j] = std::max({row.S[j], row.F[j], row.L, gap});
      gap = std::max(gap, row.S[j] - scoring_.gaps.open) - scoring_.gaps.extend;
    }
    row.T = std::max(row.T, *std::ranges::max_element(row.S) - scoring_.residue_ends.open);
  }
  void begin_in(plain_row& row, score weight) const {
    for (score& each : row.S) each = std::max(each, weight);
    row.L = std::max(row.L, weight - scoring_.residue_ends.open);
  }
  [[nodiscard]] std::span<const std::uint8_t> set_of(std::uint32_t word) const {
    return stream_.sets[word >> bound_set_shift & 0xFF];
  }

  void make_triple(std::span<const std::uint32_t> rows) {
    std::vector<plain_row> made(n_frames, nothing());
    for (std::size_t f = 0; f < n_frames; ++f) {
      if ((rows[f] & bound_ends) != 0) end(frames_[f], 0);
      if ((rows[f] & bound_starts) != 0) begin_in(frames_[f], next_weight());
      const std::array<std::uint8_t, 1> codon = {static_cast<std::uint8_t>(rows[f] & 0xFF)};
      if ((rows[f] & bound_kills) == 0) align(frames_[f], codon, 0, made[f]);
    }
    for (std::size_t f = 0; f < n_frames; ++f) {
      if ((rows[f] & bound_enters_1) != 0) {
        const std::uint32_t word = next_word();
        align(junctions_[1], set_of(word), weight_of(word), made[f]);
      }
      if ((rows[f] & bound_enters_2) != 0) made[f].let_in(junctions_[2], next_weight());
    }
    for (std::size_t f = 0; f < n_frames; ++f) close(made[f]);
    frames_ = std::move(made);
    for (std::size_t f = 0; f < n_frames; ++f) pass_borders(rows[f], frames_[f]);
  }

  void pass_borders(std::uint32_t events, plain_row& row) {
    if ((events & bound_enters_0) != 0) {
      const score weight = next_weight();
      row.let_in(junctions_[0], weight);
      if ((events & bound_ends_split) != 0) best_ = std::max(best_, stops_ + weight);
    }
    if ((events & bound_passes) != 0) {
      const score weight = next_weight();
      const std::array<std::uint8_t, 1> any = {static_cast<std::uint8_t>(stream_.residues.size() - 1)};
      align(junctions_[1], any, weight, junctions_[2]);
      stops_ = std::max(stops_, stops_ + weight);
    }
    if ((events & bound_begins_cut) != 0) begin_in(row, next_weight());
    if ((events & bound_leaves_0) != 0) junctions_[0].let_in(row, next_weight());
    for (const std::size_t n : {1U, 2U})
      if ((events & (n == 1 ? bound_leaves_1 : bound_leaves_2)) != 0) leave(n, row, next_word());
    if ((events & bound_ends_cut) != 0) end(row, next_weight());
  }

  void leave(std::size_t n, const plain_row& row, std::uint32_t word) {
    const score weight = weight_of(word);
    plain_row chains = row;
    if ((word & bound_begins_start) != 0) begin_in(chains, 0);
    if (n == 1)
      junctions_[1].let_in(chains, weight);
    else if ((word >> bound_set_shift & 0xFF) != bound_no_set)
      align(chains, set_of(word), weight, junctions_[2]);
    if ((word & bound_begins_stop) != 0) stops_ = std::max(stops_, row.best() + weight);
  }

  const bound_stream& stream_;
  const bound_scoring& scoring_;
  const bound_job& job_;
  std::vector<plain_row> frames_, junctions_;
  score stops_ = nothing_yet, best_ = 0;
  std::size_t next_ = 0;  // event
};

}  // namespace

std::vector<score> plain_bounds(const bound_stream& stream, const bound_scoring& scoring, const bound_job& job) {
  return plain_sweep(stream, scoring, job).sweep();
}

}  // namespace exonweave::testing
