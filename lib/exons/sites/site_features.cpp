#include "exons/sites/site_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string_view>
#include <tuple>

#include "base/files/file_text.hpp"

namespace exonweave {
namespace {

interval forward_of(interval where, strand on, std::int64_t length) {
  return on == strand::forward ? where : flip(where, length);
}

// Turns the roles of blocks into rows.
class block_rows {
 public:
  block_rows(strand on, std::int64_t length) : on_(on), length_(length) {}

  void add(const coding_block& block) {
    if (block.may_begin) {
      add(block, exon_type::initial, block.open & 1, block.begins + block.goes_on);
      add(block, exon_type::single, block.closed & 1, block.begins);
    }
    if (block.may_follow) {
      add(block, exon_type::internal, block.open, block.follows + block.goes_on);
      add(block, exon_type::terminal, block.closed, block.follows);
    }
  }

  std::vector<site_feature> finish() { return std::move(rows_); }

 private:
  void add(const coding_block& block, exon_type type, int phases, spliced::score score) {
    for (std::int8_t phase = 0; phase < 3; ++phase)
      if (has_phase(static_cast<phase_set>(phases), phase))
        rows_.push_back({.where = forward_of(block.where, on_, length_),
                         .on = on_,
                         .is = site_feature::kind::block,
                         .type = type,
                         .phase = phase,
                         .score = score});
  }

  strand on_;
  std::int64_t length_;
  std::vector<site_feature> rows_;
};

std::string_view so_term(site_feature::kind kind) {
  switch (kind) {
    case site_feature::kind::start_codon:
      return "start_codon";
    case site_feature::kind::donor:
      return "five_prime_cis_splice_site";
    case site_feature::kind::acceptor:
      return "three_prime_cis_splice_site";
    case site_feature::kind::stop_codon:
      return "stop_codon";
    case site_feature::kind::block:
      break;
  }
  return "coding_exon";
}

std::string attributes_of(const site_feature& feature, std::uint64_t number) {
  if (feature.is == site_feature::kind::block)
    return fmt::format("ID=block{};exon_type={}", number, to_string(feature.type));
  return feature.family == splice_family::minor ? "family=minor" : ".";
}

}  // namespace

std::vector<site_feature> features_of(const strand_sites& sites, strand on, std::int64_t length) {
  std::vector<site_feature> rows;
  const auto add = [&](const scored_site& site, site_feature::kind kind, interval where) {
    rows.push_back(
        {.where = forward_of(where, on, length), .on = on, .is = kind, .family = site.family, .score = site.weight});
  };
  for (const auto& site : sites.acceptors)
    add(site, site_feature::kind::acceptor, {site.position - n_site_bases, site.position});
  for (const auto& site : sites.donors)
    add(site, site_feature::kind::donor, {site.position, site.position + n_site_bases});
  for (const auto& site : sites.starts)
    add(site, site_feature::kind::start_codon, {site.position, site.position + codon_size});
  return rows;
}

std::vector<site_feature> features_of_stops(const std::vector<std::int64_t>& stops, strand on, std::int64_t length) {
  std::vector<site_feature> rows;
  for (const std::int64_t position : stops)
    rows.push_back({.where = forward_of({position, position + codon_size}, on, length),
                    .on = on,
                    .is = site_feature::kind::stop_codon});
  return rows;
}

std::vector<site_feature> features_of(const std::vector<coding_block>& blocks, strand on, std::int64_t length) {
  block_rows rows(on, length);
  for (const auto& block : blocks) rows.add(block);
  return rows.finish();
}

std::string feature_row(const site_feature& feature, const std::string& sequence, std::uint64_t number,
                        score_unit unit) {
  return fmt::format("{}\texonweave\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", percent_encode_seqid(sequence), so_term(feature.is),
                     feature.where.start + 1, feature.where.end, feature.score ? unit.text(*feature.score) : ".",
                     to_char(feature.on), feature.phase == no_phase ? "." : fmt::format("{}", feature.phase),
                     attributes_of(feature, number));
}

namespace {

using spliced::residue_code;
using spliced::score;

constexpr int n_phases = 3;
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max() / 2;

constexpr phase_set only(int phase) { return static_cast<phase_set>(1 << phase); }

// The reading frames of a region. Indices count from its first base.
class reading {
 public:
  reading(const strand_region& region, const genetic_code& code) : residues_(region.residues), code_(code) {
    const std::int64_t n = length();
    ends_.assign(residues_.size() + codon_length, never);
    stops_ = ends_;
    for (std::int64_t i = n - codon_size; i >= 0; --i) {
      const auto place = static_cast<std::size_t>(i);
      const auto [first, second, third] = std::tuple(residues_[place], residues_[place + 1], residues_[place + 2]);
      ends_[place] = code.may_end(first, second, third) ? i + codon_size : ends_[place + codon_length];
      stops_[place] = code.is_stop(first, second, third) ? i + codon_size : stops_[place + codon_length];
    }
  }

  [[nodiscard]] std::int64_t length() const { return static_cast<std::int64_t>(residues_.size()); }

  // Among the codons that begin at index, index + 3, ...: the end of the first that may end a coding sequence,
  // and of the first that is a stop wherever it is; `never` without one. The former never lies after the latter.
  [[nodiscard]] std::int64_t first_end(std::int64_t index) const { return at_or_never(ends_, index); }
  [[nodiscard]] std::int64_t first_stop(std::int64_t index) const { return at_or_never(stops_, index); }

  // Whether [begin, end) holds the first 1 or 2 bases of ATG.
  [[nodiscard]] bool is_split_start(std::int64_t begin, std::int64_t end) const {
    constexpr std::string_view start = "ATG";
    if (end - begin >= codon_size) return false;
    for (std::int64_t i = begin; i < end; ++i)
      if (residue(i) != spliced::dna_code(start[static_cast<std::size_t>(i - begin)])) return false;
    return true;
  }

  // Whether the n (1 or 2) bases from `index` on are the last of some stop codon.
  [[nodiscard]] bool is_split_stop(std::int64_t index, int n) const {
    if (index + n > length()) return false;
    for (const residue_code first : bases)
      for (const residue_code second : bases) {
        if (n == 1 && code_.may_end(first, second, residue(index))) return true;
        if (n == 2 && code_.may_end(first, residue(index), residue(index + 1))) return true;
      }
    return false;
  }

 private:
  static constexpr residue_code bases[] = {1, 2, 4, 8};

  [[nodiscard]] residue_code residue(std::int64_t index) const { return residues_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] std::int64_t at_or_never(const std::vector<std::int64_t>& table, std::int64_t index) const {
    return index < length() ? table[static_cast<std::size_t>(index)] : never;
  }

  std::span<const residue_code> residues_;
  const genetic_code& code_;
  std::vector<std::int64_t> ends_, stops_;  // [n + 3]
};

// A place where sites of the strand lie, with the best weight of each kind.
struct entry {
  std::optional<score> follows, begins;
};

void raise(std::optional<score>& best, score weight) { best = std::max(best.value_or(weight), weight); }

class enumerator {
 public:
  enumerator(const strand_region& region, const strand_sites& sites, const block_limits& limits,
             const genetic_code& code)
      : region_start_(region.start), bases_(region, code), limits_(limits) {
    for (const auto& site : sites.acceptors) raise(entries_[site.position - region_start_].follows, site.weight);
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
        if (exit.index >= n && bases_.is_split_start(exit.index - n, exit.index)) entries_.try_emplace(exit.index - n);
  }

  void add_blocks(std::int64_t begin, const entry& found) {
    std::array<std::int64_t, n_phases> stops{};
    for (int phase = 0; phase < n_phases; ++phase)
      stops[static_cast<std::size_t>(phase)] = bases_.first_stop(begin + phase);
    std::map<std::int64_t, coding_block> by_end;
    add_closed(begin, found, stops, by_end);
    add_open(begin, found, stops, by_end);
    for (auto& [end, block] : by_end) add(begin, end, found, block);
  }

  void add_closed(std::int64_t begin, const entry& found, const std::array<std::int64_t, n_phases>& stops,
                  std::map<std::int64_t, coding_block>& by_end) const {
    for (int phase = 0; phase < n_phases; ++phase) {
      const std::int64_t last = std::min(stops[static_cast<std::size_t>(phase)], never - 1);
      for (std::int64_t end = bases_.first_end(begin + phase); end <= last; end = bases_.first_end(end))
        by_end[end].closed |= only(phase);
    }
    if (!found.follows) return;
    for (const int n : {1, 2})
      if (bases_.is_split_stop(begin, n)) by_end[begin + n].closed |= only(n);
  }

  // A donor within the last codon of a frame still leaves the block open in it.
  void add_open(std::int64_t begin, const entry& found, const std::array<std::int64_t, n_phases>& stops,
                std::map<std::int64_t, coding_block>& by_end) const {
    const std::int64_t limit = found.follows ? *std::max_element(stops.begin(), stops.end()) : stops[0];
    auto exit = std::upper_bound(donors_.begin(), donors_.end(), begin,
                                 [](std::int64_t index, const donor& d) { return index < d.index; });
    for (; exit != donors_.end() && exit->index < limit && exit->index - begin <= limits_.max_length; ++exit) {
      coding_block& block = by_end[exit->index];
      block.goes_on = exit->weight;
      for (int phase = 0; phase < n_phases; ++phase)
        if (exit->index < stops[static_cast<std::size_t>(phase)]) block.open |= only(phase);
    }
  }

  // Leaves out the roles and phases that the block's begin does not allow.
  void add(std::int64_t begin, std::int64_t end, const entry& found, coding_block& block) {
    const bool is_split = end - begin < codon_size;
    const bool begins_here = is_split ? bases_.is_split_start(begin, end) : found.begins.has_value();
    block.where = {begin + region_start_, end + region_start_};
    block.may_follow = found.follows.has_value();
    block.follows = found.follows.value_or(0);
    block.may_begin = begins_here && has_phase(block.open | block.closed, 0);
    block.begins = block.may_begin && !is_split ? *found.begins : 0;
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
                                           const block_limits& limits, const genetic_code& code) {
  return enumerator(region, sites, limits, code).run();
}

}  // namespace exonweave
