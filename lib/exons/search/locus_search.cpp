#include "exons/search/locus_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>

#include "exons/io/first_failure.hpp"
#include "exons/sequences/alphabet.hpp"
#include "exons/sequences/strand_region.hpp"

namespace exonweave {
namespace {

constexpr std::int64_t piece_length =
    1 << 20;  // nt of which seeds are looked up at once; of the project's own choice
constexpr std::int64_t piece_margin = 6'000;  // nt around, into which segments may grow

// A part of a sequence: seeds begin in `core`, segments lie in `whole`.
struct piece {
  std::size_t sequence = 0;
  std::size_t number = 0;  // of all, in the order of the genome
  interval core, whole;
};

std::vector<piece> cut(const sequence_catalog& sequences) {
  std::vector<piece> pieces;
  for (std::size_t s = 0; s < sequences.size(); ++s)
    for (std::int64_t begin = 0; begin < sequences.length(s); begin += piece_length) {
      const interval core{begin, std::min(begin + piece_length, sequences.length(s))};
      pieces.push_back({s,
                        pieces.size(),
                        core,
                        {std::max<std::int64_t>(0, core.start - piece_margin),
                         std::min(core.end + piece_margin, sequences.length(s))}});
    }
  return pieces;
}

constexpr std::array both_strands = {strand::forward, strand::reverse};
using segments_by_strand = std::array<std::vector<segment>, both_strands.size()>;

// Reads pieces one after another, for threads that look through them; segments by sequence.
class piece_search {
 public:
  piece_search(genome& in, const target_index& targets, const genetic_code& code, const search_rules& rules,
               spliced::run_control& control)
      : in_(in), targets_(targets), code_(code), rules_(rules), control_(control) {}

  /// Of the sequences of `pieces`, which are whole there: [sequence - first of them].
  std::vector<segments_by_strand> find(std::span<const piece> pieces) {
    first_sequence_ = pieces.front().sequence;
    found_.assign(pieces.back().sequence - first_sequence_ + 1, {});
    next_ = 0;
    first_failure failure;
    {
      std::vector<std::jthread> others;
      try {
        while (others.size() + 1 < std::min<std::size_t>(rules_.n_threads, pieces.size()))
          others.emplace_back([&] { work(pieces, failure); });
      } catch (const std::system_error&) {
        // The system has no more threads to give: those that there are do the work.
      }
      work(pieces, failure);
    }
    failure.rethrow();
    control_.throw_if_stopped();
    return std::move(found_);
  }

 private:
  void work(std::span<const piece> pieces, first_failure& failure) {
    segment_finder finder(targets_, rules_.segments);
    std::size_t at = 0;
    try {
      std::string residues;
      while (!control_.is_stopped() && take(pieces, at, residues) && !failure.is_before(at)) {
        look_through(pieces[at], residues, finder);
        control_.add_cells(static_cast<std::uint64_t>(pieces[at].core.length()));
      }
    } catch (...) {
      failure.note(at);
    }
  }

  bool take(std::span<const piece> pieces, std::size_t& at, std::string& residues) {
    const std::lock_guard lock(reading_);
    if (next_ == pieces.size()) return false;
    at = next_++;
    residues = in_.fetch(pieces[at].sequence, pieces[at].whole);
    return true;
  }

  void look_through(const piece& part, const std::string& residues, segment_finder& finder) {
    const std::int64_t length = in_.catalog().length(part.sequence);
    for (std::size_t s = 0; s < both_strands.size(); ++s) {
      const bool is_forward = both_strands[s] == strand::forward;
      const interval whole = is_forward ? part.whole : flip(part.whole, length);
      const interval core = is_forward ? part.core : flip(part.core, length);
      std::vector<segment> segments;
      find_on_strand({whole.start, spliced::encode_dna(is_forward ? residues : reverse_complement(residues))},
                     core, finder, segments);
      const std::lock_guard lock(keeping_);
      auto& kept = found_[part.sequence - first_sequence_][s];
      kept.insert(kept.end(), segments.begin(), segments.end());
    }
  }

  void find_on_strand(const strand_region& whole, interval core, segment_finder& finder,
                      std::vector<segment>& segments) const {
    constexpr auto n_nt = static_cast<std::int64_t>(codon_length);
    for (std::int64_t frame = 0; frame < n_nt; ++frame) {
      std::vector<spliced::residue_code> codons;
      codons.reserve(whole.residues.size() / codon_length + 1);
      for (auto at = static_cast<std::size_t>(frame); at + codon_length <= whole.residues.size();
           at += codon_length)
        codons.push_back(code_.translate(whole.residues[at], whole.residues[at + 1], whole.residues[at + 2]));
      const std::int64_t begin = whole.start + frame;
      const auto first_from = [&](std::int64_t position) {
        return static_cast<std::size_t>(std::max<std::int64_t>(0, (position - begin + n_nt - 1) / n_nt));
      };
      finder.find(codons, first_from(core.start), std::min(codons.size(), first_from(core.end)), begin,
                  segments);
    }
  }

  genome& in_;
  const target_index& targets_;
  const genetic_code& code_;
  const search_rules& rules_;
  spliced::run_control& control_;
  std::size_t first_sequence_ = 0;
  std::mutex reading_;  // guards in_ and next_
  std::size_t next_ = 0;
  std::mutex keeping_;  // guards found_
  std::vector<segments_by_strand> found_;
};

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

double residues_of(const target_set& targets, std::size_t target) {
  return static_cast<double>(targets.targets[target].residues.size());
}

// What lies around a chain, in coordinates of the strand: little where the target has hardly a residue left on that side.
interval widened(const segment_chain& chain, double n_residues, const search_rules& rules) {
  constexpr double hardly_any = 3;  // residues
  const auto flank = [&](double n_left) {
    return n_left <= hardly_any ? std::min(rules.least_flank, rules.flank) : rules.flank;
  };
  return {chain.on_strand.start - flank(static_cast<double>(chain.on_target.start)),
          chain.on_strand.end + flank(n_residues - static_cast<double>(chain.on_target.end))};
}

// Chains of one strand of a sequence become loci.
void add_loci(std::vector<segment> segments, std::size_t sequence, strand on, std::int64_t length,
              const target_set& targets, const search_rules& rules, const chance& by_chance,
              std::vector<found_locus>& loci) {
  const auto forward = [&](interval on_strand) {
    return on == strand::forward ? on_strand : flip(on_strand, length);
  };
  segments = without_repeats(std::move(segments));
  for (auto first = segments.begin(); first != segments.end();) {
    const auto last =
        std::find_if(first, segments.end(), [&](const segment& s) { return s.target != first->target; });
    const double n_residues = residues_of(targets, first->target);
    const double least = by_chance.least_score(rules.max_e_value, n_residues);
    for (const segment_chain& chain : chain_segments({first, last}, {rules.max_intron, least})) {
      const interval wide = forward(widened(chain, n_residues, rules));
      const interval region{std::max<std::int64_t>(0, wide.start), std::min(length, wide.end)};
      loci.push_back({{sequence, region, on, chain.target},
                      forward(chain.on_strand),
                      chain.on_target,
                      chain.n_segments,
                      chain.n_aligned,
                      chain.n_identical,
                      chain.score,
                      by_chance.e_value(chain.score, n_residues)});
    }
    first = last;
  }
}

// Where the next locus, by place, overlaps the last one.
void join_overlapping(std::vector<found_locus>& loci) {
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
    if (each.score > into.score) into = each;
    into.where.region = region;
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

// The end of the sequences that are looked through together: long ones alone.
std::size_t end_of_batch(std::span<const piece> pieces, std::size_t first) {
  constexpr std::size_t usual = 32;  // pieces
  std::size_t end = first;
  while (end < pieces.size() && (end - first < usual || pieces[end].sequence == pieces[end - 1].sequence))
    ++end;
  return end;
}

}  // namespace

std::vector<found_locus> search_loci(genome& in, const target_set& targets, const genetic_code& code,
                                     const search_rules& rules, spliced::run_control& control) {
  const sequence_catalog& sequences = in.catalog();
  const auto pieces = cut(sequences);
  const target_index index(targets, rules.most_places);
  chance by_chance;
  for (std::size_t s = 0; s < sequences.size(); ++s)
    by_chance.n_places += 2.0 * static_cast<double>(sequences.length(s));
  piece_search search(in, index, code, rules, control);
  std::vector<found_locus> loci;
  for (std::size_t first = 0; first < pieces.size();) {
    const std::size_t end = end_of_batch(pieces, first);
    auto segments = search.find(std::span(pieces).subspan(first, end - first));
    for (std::size_t s = 0; s < segments.size(); ++s)
      for (std::size_t on = 0; on < both_strands.size(); ++on) {
        const std::size_t sequence = pieces[first].sequence + s;
        add_loci(std::move(segments[s][on]), sequence, both_strands[on], sequences.length(sequence), targets,
                 rules, by_chance, loci);
      }
    first = end;
  }
  join_overlapping(loci);
  return choose(std::move(loci), sequences, rules);
}

}  // namespace exonweave
