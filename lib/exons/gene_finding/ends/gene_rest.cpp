#include "exons/gene_finding/ends/gene_rest.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace exonweave {

namespace {

constexpr auto codon_nt = static_cast<std::int64_t>(codon_length);

bool is_reachable(const value_with_borders::value& value) { return value.sum > no_gene / 2; }

// Positions of borders from the last one that a pass met to the first.
std::vector<std::int64_t> borders_of(const value_with_borders& reported, std::int32_t last) {
  std::vector<std::int64_t> positions;
  for (; last != value_with_borders::no_border; last = reported.borders()[static_cast<std::size_t>(last)].before)
    positions.push_back(reported.borders()[static_cast<std::size_t>(last)].position);
  return positions;
}

// Of what is between `begin` and `end`, and outside of introns.
std::vector<interval> exons_between(std::int64_t begin, const std::vector<std::int64_t>& borders, std::int64_t end) {
  std::vector<interval> exons{{begin, end}};
  for (std::size_t b = 0; b + 1 < borders.size(); b += 2) {
    exons.back().end = borders[b];
    exons.push_back({borders[b + 1], end});
  }
  return exons;
}

gene_value cost_of(const std::vector<interval>& exons, usual_codons usual) {
  std::int64_t nt = 0;
  for (const interval& exon : exons) nt += exon.length();
  return usual.price * std::abs(nt / codon_nt - usual.count) / usual_codons::n_priced;
}

// [length] of start codons alone: the farthest ATG of an open frame, and another start codon that is farther.
std::vector<bool> farthest_starts(const genome_track& track) {
  std::vector<bool> is_farthest(static_cast<std::size_t>(track.length()), false);
  struct known_starts {
    bool has_any = false, has_standard = false;
  };
  std::array<known_starts, codon_length> known{};  // of frames, since the last codon that ends an open one
  for (std::int64_t p = 0; p + codon_nt <= track.length(); ++p) {
    known_starts& before = known[static_cast<std::size_t>(p % codon_nt)];
    const std::array codon = {track.base(p), track.base(p + 1), track.base(p + 2)};
    const auto is_known = [](spliced::residue_code base) { return std::has_single_bit(base); };
    if (!may_go_on(track.codon(p)) || !std::ranges::all_of(codon, is_known)) {
      before = {};
    } else if (track.starts.has(p)) {
      const bool is_standard = codon == standard_start;
      is_farthest[static_cast<std::size_t>(p)] = is_standard ? !before.has_standard : !before.has_any;
      before = {true, before.has_standard || is_standard};
    }
  }
  return is_farthest;
}

class best_rest {
 public:
  explicit best_rest(usual_codons usual) : usual_(usual) {}

  void add(gene_value value, std::vector<interval> exons) {
    value -= cost_of(exons, usual_);
    if (!best_ || value > best_->value) best_ = {value, std::move(exons)};
  }
  [[nodiscard]] std::optional<gene_rest> take() { return std::move(best_); }

 private:
  usual_codons usual_;
  std::optional<gene_rest> best_;
};

}  // namespace

std::optional<gene_rest> find_gene_begin(const genome_track& track, std::int64_t known_begin,
                                         const std::vector<spliced::score>& before, const gene_costs& costs,
                                         usual_codons usual) {
  const std::vector<bool> may_start = farthest_starts(track);
  genes_from_stops<value_with_borders> genes(track, costs);
  best_rest best(usual);
  if (may_start[static_cast<std::size_t>(known_begin)])
    best.add(genes.start(known_begin) + before[static_cast<std::size_t>(known_begin)], {{known_begin, known_begin}});
  genes.go_on_from(known_begin);
  for (std::int64_t p = known_begin; p >= 0; --p) {
    const auto started = genes.step(p, [](std::int64_t) { return no_gene; });
    if (!is_reachable(started) || !may_start[static_cast<std::size_t>(p)]) continue;
    best.add(started.sum + before[static_cast<std::size_t>(p)],
             exons_between(p, borders_of(genes.reported(), started.last), known_begin));
  }
  return best.take();
}

std::optional<gene_rest> find_gene_end(const genome_track& track, std::int64_t known_end,
                                       const std::vector<spliced::score>& after, const gene_costs& costs,
                                       usual_codons usual) {
  genes_from_starts<value_with_borders> genes(track, costs);
  best_rest best(usual);
  for (std::int64_t q = 0; q <= track.length(); ++q) {
    const auto ended = genes.end(q);
    if (q > known_end && is_reachable(ended)) {
      std::vector<std::int64_t> borders = borders_of(genes.reported(), ended.last);
      std::ranges::reverse(borders);
      best.add(ended.sum + after[static_cast<std::size_t>(q)], exons_between(known_end, borders, q));
    }
    if (q == known_end) genes.go_on_from(q);
    genes.go_on(q, no_gene);
  }
  return best.take();
}

namespace {

using spliced::score;

score checked(gene_value most, std::int64_t position) {
  if (most >= spliced::score_limit)
    throw std::range_error("genes beside position " + std::to_string(position) + " of a region are worth " +
                           std::to_string(most) + ", which is too much");
  return static_cast<score>(most);
}

void check_lengths(const genome_track& a, const genome_track& b) {
  if (a.length() > 0 && b.length() > 0 && a.length() != b.length())
    throw std::invalid_argument("the strands of a region have different lengths");
}

}  // namespace

std::vector<score> value_after(const genome_track& own, const genome_track& other, const gene_costs& costs) {
  check_lengths(own, other);
  const std::int64_t length = std::max(own.length(), other.length());
  std::vector<score> after(static_cast<std::size_t>(length) + 1);
  std::optional<genes_from_stops<value_alone>> own_genes;
  std::optional<genes_from_starts<value_alone>> other_genes;
  if (own.length() > 0) own_genes.emplace(own, costs);
  if (other.length() > 0) other_genes.emplace(other, costs);
  gene_value most = 0;
  for (std::int64_t p = length; p >= 0; --p) {
    if (own_genes)
      most = std::max(most, own_genes->step(p, [&](std::int64_t end) -> gene_value {
        return after[static_cast<std::size_t>(end)];
      }));
    if (other_genes) most = std::max(most, other_genes->end(length - p));
    after[static_cast<std::size_t>(p)] = checked(most, p);
    if (other_genes) other_genes->go_on(length - p, most);
  }
  return after;
}

std::vector<score> value_before(const genome_track& own, const genome_track& other, const gene_costs& costs) {
  std::vector<score> before = value_after(other, own, costs);
  std::ranges::reverse(before);
  return before;
}

codon_gains codon_gains::make(const exon_reading& reading, spliced::residue_code a, spliced::residue_code b,
                              spliced::residue_code c) {
  codon_gains made;
  const spliced::residue_code residue = reading.code->translate(a, b, c);
  if (may_go_on(residue)) made.goes_on = reading.weight_in_gap(a, b, c, residue);
  if (reading.code->may_end(a, b, c)) made.ends = 0;
  return made;
}

split_codon_table::split_codon_table(const exon_reading& reading) {
  const auto base = [](std::size_t index) { return static_cast<spliced::residue_code>(1U << index); };
  for (std::size_t i = 0; i < n_bases; ++i)
    for (std::size_t j = 0; j < n_bases; ++j)
      for (std::size_t k = 0; k < n_bases; ++k) {
        const codon_gains values = codon_gains::make(reading, base(i), base(j), base(k));
        ending_[j][k][i] = values;
        third_[k][n_bases * i + j] = values;
      }
}

}  // namespace exonweave
