#include "exons/sites/coding_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {
namespace {

using spliced::score;

constexpr int n_phases = 3;
constexpr auto codon_size = static_cast<std::int64_t>(codon_length);
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max() / 2;

constexpr phase_set only(int phase) { return static_cast<phase_set>(1 << phase); }

// The letters of a region, and where its reading frames end. Indices count from the region's first base.
class reading {
 public:
  explicit reading(const strand_region& region) {
    for (const auto residue : region.residues) letters_ += spliced::dna_letter(residue);
    const auto n = static_cast<std::int64_t>(letters_.size());
    stop_end_.assign(letters_.size() + codon_length, never);
    for (std::int64_t i = n - codon_size; i >= 0; --i)
      stop_end_[static_cast<std::size_t>(i)] = is_stop_codon(text(i, codon_size))
                                                   ? i + codon_size
                                                   : stop_end_[static_cast<std::size_t>(i + codon_size)];
  }

  [[nodiscard]] std::int64_t length() const { return static_cast<std::int64_t>(letters_.size()); }

  // The bases from `index` on; fewer than n at the end.
  [[nodiscard]] std::string_view text(std::int64_t index, std::int64_t n) const {
    return std::string_view(letters_).substr(static_cast<std::size_t>(index), static_cast<std::size_t>(n));
  }

  // The end of the first stop codon among the codons that begin at index, index + 3, ...; `never` without one.
  [[nodiscard]] std::int64_t stop_end(std::int64_t index) const {
    return index < length() ? stop_end_[static_cast<std::size_t>(index)] : never;
  }

 private:
  std::string letters_;
  std::vector<std::int64_t> stop_end_;  // [n + 3]
};

// Whether these 1 or 2 bases are the last of some stop codon.
bool may_close(std::string_view bases) {
  constexpr std::string_view all = "ACGT";
  const auto closes = [&](const std::string& before) { return is_stop_codon(before + std::string(bases)); };
  for (const char first : all) {
    if (bases.size() == 2 && closes({first})) return true;
    for (const char second : all)
      if (bases.size() == 1 && closes({first, second})) return true;
  }
  return false;
}

// A place where sites of the strand lie, with the best weight of each kind.
struct entry {
  std::optional<score> follows, begins;
};

void raise(std::optional<score>& best, score weight) { best = std::max(best.value_or(weight), weight); }

class enumerator {
 public:
  enumerator(const strand_region& region, const strand_sites& sites, const block_limits& limits)
      : region_start_(region.start), bases_(region), limits_(limits) {
    for (const auto& site : sites.acceptors)
      raise(entries_[site.position - region_start_].follows, site.weight);
    for (const auto& site : sites.starts) raise(entries_[site.position - region_start_].begins, site.weight);
    for (const auto& site : sites.donors) raise_donor(site);
    add_split_starts();
  }

  std::vector<coding_block> run() {
    for (const auto& [index, entry] : entries_) add_blocks(index, entry);
    return std::move(blocks_);
  }

 private:
  struct donor {
    std::int64_t index;
    score weight;
  };

  void raise_donor(const scored_site& site) {
    const std::int64_t index = site.position - region_start_;
    if (donors_.empty() || donors_.back().index != index)
      donors_.push_back({index, site.weight});
    else
      donors_.back().weight = std::max(donors_.back().weight, site.weight);
  }

  // An entry for each A or AT before a donor, if there is none: add_blocks finds what may begin there.
  void add_split_starts() {
    for (const donor& exit : donors_)
      for (const std::int64_t n : {1, 2})
        if (exit.index >= n && is_split_start(exit.index - n, exit.index))
          entries_.try_emplace(exit.index - n);
  }

  // Whether [from, to) holds the first 1 or 2 bases of ATG.
  [[nodiscard]] bool is_split_start(std::int64_t from, std::int64_t to) const {
    return to - from < codon_size &&
           bases_.text(from, to - from) ==
               std::string_view("ATG").substr(0, static_cast<std::size_t>(to - from));
  }

  void add_blocks(std::int64_t from, const entry& at) {
    std::array<std::int64_t, n_phases> stops{};
    for (int phase = 0; phase < n_phases; ++phase)
      stops[static_cast<std::size_t>(phase)] = bases_.stop_end(from + phase);
    std::map<std::int64_t, coding_block> by_end;
    add_closed(from, at, stops, by_end);
    add_open(from, at, stops, by_end);
    for (auto& [to, block] : by_end) add(from, to, at, block);
  }

  void add_closed(std::int64_t from, const entry& at, const std::array<std::int64_t, n_phases>& stops,
                  std::map<std::int64_t, coding_block>& by_end) const {
    for (int phase = 0; phase < n_phases; ++phase)
      if (const std::int64_t to = stops[static_cast<std::size_t>(phase)]; to != never)
        by_end[to].closed |= only(phase);
    if (!at.follows) return;
    for (const int n : {1, 2})  // of a split stop codon
      if (from + n <= bases_.length() && may_close(bases_.text(from, n))) by_end[from + n].closed |= only(n);
  }

  // A donor within the last codon of a frame still leaves the block open in it.
  void add_open(std::int64_t from, const entry& at, const std::array<std::int64_t, n_phases>& stops,
                std::map<std::int64_t, coding_block>& by_end) const {
    const std::int64_t limit = at.follows ? *std::max_element(stops.begin(), stops.end()) : stops[0];
    auto exit = std::upper_bound(donors_.begin(), donors_.end(), from,
                                 [](std::int64_t index, const donor& d) { return index < d.index; });
    for (; exit != donors_.end() && exit->index < limit && exit->index - from <= limits_.max_length; ++exit) {
      coding_block& block = by_end[exit->index];
      block.goes_on = exit->weight;
      for (int phase = 0; phase < n_phases; ++phase)
        if (exit->index < stops[static_cast<std::size_t>(phase)]) block.open |= only(phase);
    }
  }

  // Leaves out the roles and phases that the block's begin does not allow.
  void add(std::int64_t from, std::int64_t to, const entry& at, coding_block& block) {
    const bool is_split = to - from < codon_size;
    const bool begins_here = is_split ? is_split_start(from, to) : at.begins.has_value();
    block.where = {from + region_start_, to + region_start_};
    block.may_follow = at.follows.has_value();
    block.follows = at.follows.value_or(0);
    block.may_begin = begins_here && has_phase(block.open | block.closed, 0);
    block.begins = block.may_begin && !is_split ? *at.begins : 0;
    if (!block.may_follow) {
      block.open &= only(0);
      block.closed &= only(0);
    }
    const bool has_begin = block.may_follow || block.may_begin;
    const bool has_end = block.may_go_on() || block.may_end();
    if (!has_begin || !has_end || block.where.length() > limits_.max_length) return;
    if (blocks_.size() == limits_.max_blocks) tell_too_many();
    blocks_.push_back(block);
  }

  [[noreturn]] void tell_too_many() const {
    problem_report problem;
    problem.what = "too many blocks";
    problem.got = fmt::format("more than {} on one strand, up to base {} of {}", limits_.max_blocks,
                              blocks_.back().where.start - region_start_ + 1, bases_.length());
    problem.need = fmt::format("at most {}", limits_.max_blocks);
    problem.hint = "take a smaller region, shorter blocks, or only sites of a least score";
    throw bad_data(problem);
  }

  std::int64_t region_start_;
  reading bases_;
  block_limits limits_;
  std::map<std::int64_t, entry> entries_;
  std::vector<donor> donors_;
  std::vector<coding_block> blocks_;
};

}  // namespace

std::vector<coding_block> enumerate_blocks(const strand_region& region, const strand_sites& sites,
                                           const block_limits& limits) {
  return enumerator(region, sites, limits).run();
}

}  // namespace exonweave
