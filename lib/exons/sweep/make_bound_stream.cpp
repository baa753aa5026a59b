#include "exons/sweep/make_bound_stream.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <optional>

#include "exons/sweep/bound_plan.hpp"

namespace exonweave {

using spliced::bound_stream;
using spliced::residue_code;
using spliced::score;

namespace {

// Of profile rows for the residues that codons of a track are.
class profile_rows {
 public:
  profile_rows(const bound_plan& plan, bound_stream& stream) : plan_(plan), stream_(stream) {
    for (const residue_code each : residues_of(plan.any_residue)) add(each);
  }

  // That of a codon.
  std::uint32_t row_of(residue_code residue) {
    const auto found = std::ranges::find(stream_.residues, residue);
    if (found == stream_.residues.end()) return add(residue);
    return static_cast<std::uint32_t>(found - stream_.residues.begin());
  }

  std::uint32_t set_of(residue_code code) {
    if (code == spliced::no_residue) return spliced::bound_no_set;
    const std::vector<residue_code> residues = residues_of(code);
    std::array<std::uint8_t, bound_stream::max_of_set> rows{};
    is_possible_ &= residues.size() <= rows.size();
    for (std::size_t k = 0; k < rows.size(); ++k)
      rows[k] = static_cast<std::uint8_t>(row_of(residues[std::min(k, residues.size() - 1)]));
    const auto found = std::ranges::find(stream_.sets, rows);
    const auto index = static_cast<std::uint32_t>(found - stream_.sets.begin());
    if (found == stream_.sets.end()) stream_.sets.push_back(rows);
    is_possible_ &= index < spliced::bound_no_set;
    return index & spliced::bound_no_set;
  }

  // After all others: that of the best of all.
  void close() {
    stream_.residues.push_back(spliced::no_residue);
    is_possible_ &= stream_.residues.size() <= bound_stream::max_rows;
  }
  [[nodiscard]] bool is_possible() const { return is_possible_; }

 private:
  [[nodiscard]] std::vector<residue_code> residues_of(residue_code code) const {
    return code < plan_.n_residues ? std::vector<residue_code>{code} : plan_.sets[code - plan_.n_residues];
  }
  std::uint32_t add(residue_code residue) {
    stream_.residues.push_back(residue);
    return static_cast<std::uint32_t>(stream_.residues.size() - 1);
  }

  const bound_plan& plan_;
  bound_stream& stream_;
  bool is_possible_ = true;
};

class stream_maker {
 public:
  stream_maker(const genome_track& track, const bound_plan& plan, bound_stream& stream)
      : track_(track), plan_(plan), stream_(stream), profile_(plan, stream), borders_(track, plan) {}

  bool make(std::int64_t window_length) {
    stream_.window_triples = static_cast<std::uint32_t>(window_length / n_frames);
    score paid = 0;
    for (std::int64_t first = 0; first <= track_.length(); first += window_length) {
      stream_.first_event.push_back(static_cast<std::uint32_t>(stream_.events.size()));
      stream_.paid.push_back(paid);
      borders_.count_from(first);
      const std::int64_t last = std::min(first + window_length, track_.length() + 1);
      for (std::int64_t triple = first; triple < last; triple += n_frames) add_triple(triple);
      paid = borders_.paid(line, first + window_length);
    }
    stream_.first_event.push_back(static_cast<std::uint32_t>(stream_.events.size()));
    profile_.close();
    return is_possible_ && profile_.is_possible();
  }

 private:
  static constexpr std::int64_t n_frames = codon_length;

  static constexpr std::size_t line = 0;  // the only one

  void add(std::uint32_t& row, std::uint32_t event, score weight, std::uint32_t codes = 0) {
    row |= event;
    // What machines add to it next to: gaps, offset of a window.
    constexpr score most = std::numeric_limits<std::int16_t>::max() / 8;
    is_possible_ &= weight >= -most && weight <= most;
    stream_.largest_weight = std::max(stream_.largest_weight, std::abs(weight));
    stream_.events.push_back(static_cast<std::uint16_t>(weight) | codes);
  }

  void add_triple(std::int64_t triple) {
    std::array<std::uint32_t, 4> rows{};
    for (std::int64_t f = 0; f < n_frames; ++f) add_codon(triple + f, rows[static_cast<std::size_t>(f)]);
    for (std::int64_t f = 0; f < n_frames; ++f) add_entries(triple + f, rows[static_cast<std::size_t>(f)]);
    for (std::int64_t f = 0; f < n_frames; ++f) add_borders(triple + f, rows[static_cast<std::size_t>(f)]);
    stream_.triples.push_back(rows);
  }

  void add_codon(std::int64_t r, std::uint32_t& row) {
    const std::int64_t begin = r - n_frames;
    if (begin < 0 || r > track_.length()) {
      row |= spliced::bound_kills;
      return;
    }
    const residue_code residue = track_.codon(begin);
    const bool goes_on = plan_.reading.may_align(residue);
    row |= goes_on ? profile_.row_of(residue) : 0;
    if (!goes_on) row |= spliced::bound_kills;
    if (plan_.may_end(track_, begin)) row |= spliced::bound_ends;
    if (goes_on && borders_.is_there(track_.starts, begin)) add(row, spliced::bound_starts, borders_.starting(begin));
  }

  void add_entries(std::int64_t r, std::uint32_t& row) {
    if (r < n_frames || r > track_.length()) return;
    if (borders_.is_there(borders_.acceptors(), r - 2))
      if (const auto code = plan_.ending(track_, r - 2); code != spliced::no_residue)
        add(row, spliced::bound_enters_1, borders_.entering(line, r - 2),
            profile_.set_of(code) << spliced::bound_set_shift);
    if (borders_.is_there(borders_.acceptors(), r - 1))
      add(row, spliced::bound_enters_2, borders_.entering(line, r - 1));
  }

  // The largest of three, where there is any.
  [[nodiscard]] std::optional<score> largest_at(const site_track& sites, std::int64_t first) const {
    std::optional<score> largest;
    for (std::int64_t r = first; r < first + n_frames; ++r)
      if (borders_.is_there(sites, r)) largest = std::max<score>(largest.value_or(sites.at(r)), sites.at(r));
    return largest;
  }

  void add_borders(std::int64_t r, std::uint32_t& row) {
    if (r > track_.length()) return;
    if (borders_.is_there(borders_.acceptors(), r)) {
      add(row, spliced::bound_enters_0, borders_.entering(line, r));
      if (plan_.may_end_with(track_, r)) row |= spliced::bound_ends_split;
      if (borders_.is_there(borders_.donors(), r + 1))
        add(row, spliced::bound_passes, borders_.entering(line, r) + borders_.leaving(line, r + 1));
    }
    if (const auto weight = largest_at(track_.cut_begins, r - 2)) add(row, spliced::bound_begins_cut, *weight);
    constexpr std::array leaves = {spliced::bound_leaves_0, spliced::bound_leaves_1, spliced::bound_leaves_2};
    for (std::int64_t n = 0; n < n_frames; ++n)
      if (borders_.is_there(borders_.donors(), r + n))
        add(row, leaves[static_cast<std::size_t>(n)], borders_.leaving(line, r + n), codes_of_leaving(r, n));
    if (const auto weight = largest_at(track_.cut_ends, r)) add(row, spliced::bound_ends_cut, *weight);
  }

  [[nodiscard]] std::uint32_t codes_of_leaving(std::int64_t r, std::int64_t n) {
    std::uint32_t codes = 0;
    if (n == 2) codes = profile_.set_of(plan_.beginning(track_, r)) << spliced::bound_set_shift;
    if (plan_.begins_start(track_, r, n)) codes |= spliced::bound_begins_start;
    if (plan_.begins_stop(track_, r, n)) codes |= spliced::bound_begins_stop;
    return codes;
  }

  const genome_track& track_;
  const bound_plan& plan_;
  bound_stream& stream_;
  profile_rows profile_;
  bound_borders borders_;
  bool is_possible_ = true;
};

}  // namespace

std::optional<bound_stream> make_bound_stream(const bound_program& program) {
  if (program.plan().lines.size() != 1) return std::nullopt;
  bound_stream stream;
  if (!stream_maker(program.track(), program.plan(), stream).make(program.outline().window_length)) return std::nullopt;
  stream.heaviest = program.outline().heaviest;
  return stream;
}

}  // namespace exonweave
