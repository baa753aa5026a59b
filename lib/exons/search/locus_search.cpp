#include "exons/search/locus_search.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <tuple>

#include "exons/search/piece_search.hpp"
#include "exons/search/second_look.hpp"

namespace exonweave {
namespace {

// Scores of chance, see search_loci.
struct chance {
  static constexpr double lambda = 0.3176, k = 0.134;
  double n_places = 0;  // nt, both strands

  [[nodiscard]] double e_value(double score, double n_residues) const {
    return k * n_places * n_residues * std::exp(-lambda * score);
  }
  [[nodiscard]] double least_score(double e_value, double n_residues) const {
    return std::log(k * n_places * n_residues / e_value) / lambda;
  }
};

// Of as many chance matches these four find about a third more at half of the residues equal than a word without gaps.
std::vector<seed_shape> genome_shapes() {
  return {seed_shape("1101010011"), seed_shape("110100111"), seed_shape("11100101001"),
          seed_shape("1011000110001")};
}
constexpr int fewest_letters = 3;  // different ones of a word that is looked for

// The end of the sequences that are looked through together: long ones alone.
std::size_t end_of_batch(std::span<const sequence_piece> pieces, std::size_t first) {
  constexpr std::size_t usual = 32;  // pieces
  std::size_t end = first;
  while (end < pieces.size() && (end - first < usual || pieces[end].sequence == pieces[end - 1].sequence))
    ++end;
  return end;
}

// A chain with its sequence.
struct placed_chain {
  std::size_t sequence = 0;
  strand on = strand::forward;
  segment_chain chain{};
};

class locus_search {
 public:
  locus_search(genome& in, const target_set& targets, const genetic_code& code, const search_rules& rules,
               spliced::run_control& control)
      : in_(in),
        targets_(targets.targets),
        code_(code),
        rules_(rules),
        control_(control),
        by_chance_{count_places(in.catalog())} {}

  std::vector<found_locus> find() {
    find_chains();
    const std::vector<look> looks = make_looks();
    look_rules how{rules_.fine_segments, {rules_.max_intron, 0, rules_.fine_way}, {}, rules_.n_threads};
    for (std::size_t t = 0; t < targets_.size(); ++t)
      how.least_scores.push_back(by_chance_.least_score(rules_.max_e_value, n_residues(t)));
    const auto chains = look_again(in_, targets_, code_, how, looks, control_);
    std::vector<found_locus> loci;
    for (std::size_t l = 0; l < looks.size(); ++l) add_loci(looks[l], chains[l], loci);
    return loci;
  }

 private:
  // What the whole genome has to show for each target.
  void find_chains() {
    const auto pieces = cut_into_pieces(in_.catalog());
    const target_index index(targets_, {genome_shapes(), fewest_letters, rules_.most_places});
    const piece_search how{in_, index, code_, rules_.segments, rules_.seeds_soft_masked, rules_.n_threads};
    for (std::size_t first = 0; first < pieces.size();) {
      const std::size_t end = end_of_batch(pieces, first);
      auto segments = find_segments(how, std::span(pieces).subspan(first, end - first), control_);
      for (std::size_t s = 0; s < segments.size(); ++s)
        for (std::size_t on = 0; on < both_strands.size(); ++on)
          add_chains(std::move(segments[s][on]), pieces[first].sequence + s, both_strands[on]);
      first = end;
    }
  }

  void add_chains(std::vector<segment> segments, std::size_t sequence, strand on) {
    segments = without_repeats(std::move(segments));
    for (auto first = segments.begin(); first != segments.end();) {
      const auto last =
          std::find_if(first, segments.end(), [&](const segment& s) { return s.target != first->target; });
      const double least = by_chance_.least_score(rules_.seed_e_value, n_residues(first->target));
      for (const segment_chain& chain : chain_segments({first, last}, {rules_.max_intron, least}))
        chains_.push_back({sequence, on, chain});
      first = last;
    }
  }

  // The surroundings of the chains; what overlaps is one.
  [[nodiscard]] std::vector<look> make_looks() const {
    std::vector<look> looks;
    for (const placed_chain& each : chains_) {
      const interval wide = widened(each.chain, rules_.reach);
      looks.push_back(
          {each.sequence,
           each.on,
           {std::max<std::int64_t>(0, wide.start), std::min(in_.catalog().length(each.sequence), wide.end)},
           each.chain.target});
    }
    std::ranges::sort(looks, {},
                      [](const look& l) { return std::tuple(l.sequence, l.on, l.target, l.window); });
    std::vector<look> joined;
    for (const look& each : looks) {
      const bool is_new = joined.empty() || joined.back().sequence != each.sequence ||
                          joined.back().on != each.on || joined.back().target != each.target ||
                          !joined.back().window.overlaps(each.window);
      if (is_new)
        joined.push_back(each);
      else
        joined.back().window.end = std::max(joined.back().window.end, each.window.end);
    }
    std::ranges::sort(joined);  // for the genome's sake, which is read place by place
    return joined;
  }

  // Of what was found at the second look.
  void add_loci(const look& at, const std::vector<segment_chain>& chains,
                std::vector<found_locus>& loci) const {
    const std::int64_t length = in_.catalog().length(at.sequence);
    const auto forward = [&](interval on_strand) {
      return at.on == strand::forward ? on_strand : flip(on_strand, length);
    };
    for (const segment_chain& chain : chains) {
      const interval wide = forward(widened(chain, rules_.flank));
      const interval region{std::max<std::int64_t>(0, wide.start), std::min(length, wide.end)};
      loci.push_back({{at.sequence, region, at.on, at.target, true},
                      forward(chain.on_strand),
                      forward(chain.on_strand),
                      chain.on_target,
                      chain.n_segments,
                      chain.n_aligned,
                      chain.n_identical,
                      chain.score,
                      by_chance_.e_value(chain.score, n_residues(at.target))});
    }
  }

  // What lies around a chain, in coordinates of the strand. Where no residue is left on a side the first exon of the gene may still
  // lie there: one that the target lacks.
  [[nodiscard]] static interval widened(const segment_chain& chain, std::int64_t by) {
    return {chain.on_strand.start - by, chain.on_strand.end + by};
  }

  [[nodiscard]] double n_residues(std::size_t target) const {
    return static_cast<double>(targets_[target].residues.size());
  }

  genome& in_;
  const std::vector<target>& targets_;
  const genetic_code& code_;
  const search_rules& rules_;
  spliced::run_control& control_;
  chance by_chance_;
  std::vector<placed_chain> chains_;
};

// Where the next locus, by place, overlaps the last one they are one, or, where that were too long, parted.
void join_overlapping(std::vector<found_locus>& loci, std::int64_t most_joined) {
  std::ranges::sort(loci, {}, [](const found_locus& l) {
    return std::tuple(l.where.target, l.where.sequence, l.where.on, l.where.region, l.core);
  });
  std::vector<found_locus> joined;
  for (const found_locus& each : loci) {
    const bool is_new = joined.empty() || joined.back().where.target != each.where.target ||
                        joined.back().where.sequence != each.where.sequence ||
                        joined.back().where.on != each.where.on ||
                        !joined.back().where.region.overlaps(each.where.region);
    if (is_new) {
      joined.push_back(each);
      continue;
    }
    found_locus& into = joined.back();
    const interval region{into.where.region.start, std::max(into.where.region.end, each.where.region.end)};
    if (region.length() > most_joined && into.span.end <= each.span.start) {
      const std::int64_t border = (into.span.end + each.span.start) / 2;
      into.where.region.end = std::min(into.where.region.end, border);
      joined.push_back(each);
      joined.back().where.region.start = std::max(each.where.region.start, border);
      continue;
    }
    const interval span = hull(into.span, each.span);
    const std::uint32_t n_chains = into.n_chains + 1;
    if (each.score > into.score) into = each;
    into.where.region = region;
    into.span = span;
    into.n_chains = n_chains;
    into.where.is_single = false;
  }
  loci = std::move(joined);
}

// The best of every target; by name where they are alike, so that the order of the sequences in their file changes nothing.
std::vector<found_locus> choose(std::vector<found_locus> loci, const sequence_catalog& sequences,
                                const search_rules& rules) {
  std::ranges::sort(loci, {}, [&](const found_locus& l) {
    return std::tuple(l.where.target, -l.score, std::string_view(sequences.name(l.where.sequence)),
                      l.where.region, l.where.on);
  });
  std::vector<found_locus> chosen;
  std::size_t n_of_target = 0;
  double best = 0;
  for (const found_locus& each : loci) {
    if (chosen.empty() || chosen.back().where.target != each.where.target) {
      n_of_target = 0;
      best = each.score;
    }
    if (n_of_target >= rules.most_loci || each.score < rules.least_share * best) continue;
    chosen.push_back(each);
    ++n_of_target;
  }
  std::ranges::sort(chosen, {}, &found_locus::where);
  return chosen;
}

}  // namespace

std::uint64_t count_nt(const sequence_catalog& sequences) {
  std::uint64_t n = 0;
  for (std::size_t s = 0; s < sequences.size(); ++s) n += static_cast<std::uint64_t>(sequences.length(s));
  return n;
}

double count_places(const sequence_catalog& sequences) {
  return 2.0 * static_cast<double>(count_nt(sequences));
}

std::uint64_t bytes_of_search(const target_set& targets) {
  std::uint64_t n_residues = 0;
  for (const target& each : targets.targets) n_residues += each.residues.size() + 1;
  return target_index::bytes_for(n_residues, genome_shapes().size());
}

std::vector<found_locus> search_loci(genome& in, const target_set& targets, const genetic_code& code,
                                     const search_rules& rules, spliced::run_control& control) {
  auto loci = locus_search(in, targets, code, rules, control).find();
  join_overlapping(loci, rules.most_joined);
  return choose(std::move(loci), in.catalog(), rules);
}

}  // namespace exonweave
