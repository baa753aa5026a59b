// What gene finding is done with: bases as numbers, how likely each is after those before it, and the unit of scores.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

// The unit of gene finding: log2 of how much likelier a gene makes the bases than intergenic sequence does.

/// Millionths of a bit. Integers, so that sums do not depend on their order.
using finding_score = std::int64_t;

constexpr finding_score finding_scores_per_bit = 1'000'000;

/// What cannot be: so far below all sums that none of them comes near. Sums with it stay below half of it.
constexpr finding_score impossible = std::numeric_limits<finding_score>::min() / 4;
constexpr bool is_possible(finding_score sum) { return sum > impossible / 2; }

/// Of a base or a site: within [-max_bits_of_place, max_bits_of_place], or impossible_place.
using place_score = std::int32_t;
constexpr double max_bits_of_place = 1000;
constexpr place_score impossible_place = std::numeric_limits<place_score>::min();

inline finding_score to_finding_score(double bits) {
  return std::llround(bits * static_cast<double>(finding_scores_per_bit));
}

/// log2 of a probability.
inline place_score log_score(double probability) {
  return static_cast<place_score>(to_finding_score(std::fmax(std::log2(probability), -max_bits_of_place)));
}

constexpr double to_bits(finding_score score) {
  return static_cast<double>(score) / static_cast<double>(finding_scores_per_bit);
}

// A sequence as gene finding reads it: bases as numbers, which of them are masked softly, and the gaps.

/// A, C, G and T are 0 to 3, so that 3 - b is the complement; all other letters are unknown.
using base_number = std::uint8_t;
constexpr base_number unknown_base = 4;
constexpr std::size_t n_known_bases = 4;

constexpr base_number complement(base_number base) {
  return base == unknown_base ? unknown_base : static_cast<base_number>(3 - base);
}

class masked_bases {
 public:
  masked_bases() = default;
  /// Of letters in the case of a file, where lower case is a soft mask.
  explicit masked_bases(std::string_view as_written);

  [[nodiscard]] std::int64_t length() const { return static_cast<std::int64_t>(bases_.size()); }

  /// The base at a position; unknown beyond the ends.
  [[nodiscard]] base_number at(std::int64_t position) const {
    return is_within(position) ? static_cast<base_number>(bases_[static_cast<std::size_t>(position)] & of_base)
                               : unknown_base;
  }
  [[nodiscard]] bool is_masked(std::int64_t position) const {
    return is_within(position) && (bases_[static_cast<std::size_t>(position)] & mask) != 0;
  }

  /// Runs of shortest_gap unknown bases and more: no exon goes over one, and genes may be cut there. Ascending.
  [[nodiscard]] const std::vector<interval>& gaps() const { return gaps_; }

  [[nodiscard]] masked_bases reverse_complement() const;

 private:
  static constexpr std::uint8_t of_base = 7, mask = 8;

  [[nodiscard]] bool is_within(std::int64_t position) const {
    return static_cast<std::uint64_t>(position) < bases_.size();
  }
  void find_gaps();

  std::vector<std::uint8_t> bases_;  // a base number, and the mask
  std::vector<interval> gaps_;
};

/// Three known bases as a number, the last one fastest; any of them may be unknown, and then it is no_codon.
constexpr std::size_t no_codon = 64;
constexpr std::size_t codon_number(base_number first, base_number second, base_number third) {
  if (first == unknown_base || second == unknown_base || third == unknown_base) return no_codon;
  return (first * n_known_bases + second) * n_known_bases + third;
}
inline std::size_t codon_number_at(const masked_bases& bases, std::int64_t position) {
  return codon_number(bases.at(position), bases.at(position + 1), bases.at(position + 2));
}

// A genetic code by the numbers of codons, and which places splice sites may be.

/// Codons with an unknown base (no_codon) are neither starts nor stops.
class codon_table {
 public:
  explicit codon_table(const genetic_code& code) {
    for (std::size_t number = 0; number < no_codon; ++number) {
      const auto residue = [number](std::size_t place) {
        return static_cast<spliced::residue_code>(1U << (number >> (2 * (codon_length - 1 - place)) & 3));
      };
      kinds_[number] = {code.may_begin(residue(0), residue(1), residue(2)),
                        code.may_end(residue(0), residue(1), residue(2)),
                        code.is_stop(residue(0), residue(1), residue(2))};
    }
  }

  [[nodiscard]] bool may_begin(std::size_t codon) const { return kinds_[codon].may_begin; }
  [[nodiscard]] bool may_end(std::size_t codon) const { return kinds_[codon].may_end; }
  /// Within a gene as well.
  [[nodiscard]] bool is_stop(std::size_t codon) const { return kinds_[codon].is_stop; }

 private:
  struct kind {
    bool may_begin = false, may_end = false, is_stop = false;
  };
  std::array<kind, no_codon + 1> kinds_{};
};

/// Whether a start codon stands further up in the frame of a position of a strand, with neither a stop codon nor an
/// unknown base between.
inline bool has_start_further_up(const masked_bases& strand, std::int64_t position, const codon_table& codons) {
  for (position -= codon_size; position >= 0; position -= codon_size) {
    const std::size_t codon = codon_number_at(strand, position);
    if (codon == no_codon || codons.is_stop(codon)) return false;
    if (codons.may_begin(codon)) return true;
  }
  return false;
}

/// Introns begin with GT or GC at a border of a strand.
inline bool is_donor(const masked_bases& strand, std::int64_t border) {
  const base_number second = strand.at(border + 1);
  return strand.at(border) == 2 && (second == 3 || second == 1);
}
/// And end with AG.
inline bool is_acceptor(const masked_bases& strand, std::int64_t border) {
  return strand.at(border - 2) == 0 && strand.at(border - 1) == 2;
}

/// A genome in which genes are looked for, and what reads it at once.
struct searched_genome {
  genome& sequences;
  const genetic_codes& codes;
  std::size_t n_threads;
  const run_control& control;
};

/// What a thread looks at in one go.
struct sequence_part {
  std::size_t sequence;
  interval where;
};

// How likely each base is after those before it: an interpolated Markov chain.

/// Bases on the way along a sequence, the newest in the lowest two bits, and how many of them are known without a
/// break.
class recent_bases {
 public:
  void push(base_number base) {
    if (base == unknown_base) {
      n_known_ = 0;
      return;
    }
    word_ = word_ << 2 | base;
    ++n_known_;
  }
  [[nodiscard]] std::size_t n_known() const { return n_known_; }
  /// The last `n` bases, at most 32.
  [[nodiscard]] std::size_t last(std::size_t n) const { return word_ & ((std::uint64_t{1} << (2 * n)) - 1); }

 private:
  std::uint64_t word_ = 0;
  std::size_t n_known_ = 0;
};

class markov_counts {
 public:
  explicit markov_counts(std::size_t order);

  [[nodiscard]] std::size_t order() const { return words_.size() - 1; }
  /// The newest base after those before it, as many as are known up to the order. Nothing where it is unknown.
  void add(const recent_bases& bases);
  void add(const markov_counts& others);
  [[nodiscard]] std::uint64_t of_word(std::size_t order, std::size_t word) const { return words_[order][word]; }
  /// The counts of all words, for a file: [4^(order + 1)], by recent_bases::last.
  [[nodiscard]] std::span<std::uint64_t> of_words(std::size_t order) { return words_[order]; }

  bool operator==(const markov_counts&) const = default;

 private:
  std::vector<std::vector<std::uint64_t>> words_;  // [order + 1][4^(order of the level + 1)], by recent_bases::last
};

/// With c the count of a word of o + 1 bases, and n that of all words which differ in the last base alone,
///
///   p_o = ( c + 20 p_(o-1) ) / ( n + 20 )        p_(-1) = 1 / 4
///
/// so that what was seen rarely is as in the order below. The scores are log2 p, each rounded once.
class markov_chain {
 public:
  explicit markov_chain(const markov_counts& counts);

  /// Of the newest base after those before it; 0 where it is unknown.
  [[nodiscard]] place_score at(const recent_bases& bases) const {
    const std::size_t n = bases.n_known() < scores_.size() ? bases.n_known() : scores_.size();
    return n == 0 ? 0 : scores_[n - 1][bases.last(n)];
  }

 private:
  std::vector<std::vector<place_score>> scores_;  // as the words of the counts
};

// What stands around a site, each base given the one before it: a first-order weight matrix.

/// The rows of a site's matrix: `n_before` positions before the border that is the site, and `n_after` after it.
struct site_rows {
  std::int64_t n_before = 0;
  std::int64_t n_after = 0;

  [[nodiscard]] constexpr std::int64_t count() const { return n_before + n_after; }
  bool operator==(const site_rows&) const = default;
};

constexpr site_rows donor_rows{3, 6};      // the border before the intron
constexpr site_rows acceptor_rows{20, 3};  // the border after the intron
constexpr site_rows start_rows{12, 0};     // the border before the start codon

class site_counts {
 public:
  explicit site_counts(site_rows rows);
  [[nodiscard]] const site_rows& rows() const { return rows_; }
  /// A site of a strand that is read from left to right. Unknown bases, and those after one, do not count.
  void add(const masked_bases& bases, std::int64_t border);
  /// Of the same rows.
  void add(const site_counts& others);
  [[nodiscard]] std::uint64_t of_pair(std::size_t row, std::size_t before, std::size_t base) const {
    return counts_[row][before * n_known_bases + base];
  }
  /// The counts of all pairs of a row, for a file: the base fastest, the one before it slowest.
  [[nodiscard]] std::span<std::uint64_t> of_pairs(std::size_t row) { return counts_[row]; }

  bool operator==(const site_counts&) const = default;

 private:
  site_rows rows_;
  std::vector<std::array<std::uint64_t, n_known_bases * n_known_bases>> counts_;  // [rows_.count()]
};

/// log2 of the frequencies of training.hpp, of order 1.
class site_matrix {
 public:
  explicit site_matrix(const site_counts& counts);

  [[nodiscard]] const site_rows& rows() const { return rows_; }
  /// Of the base in a row; 0 where it or the one before is unknown.
  [[nodiscard]] place_score at(std::int64_t row, base_number before, base_number base) const {
    if (before == unknown_base || base == unknown_base) return 0;
    return scores_[static_cast<std::size_t>(row)][before][base];
  }

 private:
  using row_scores = std::array<std::array<place_score, n_known_bases>, n_known_bases>;
  site_rows rows_;
  std::vector<row_scores> scores_;
};

/// Counts by the same keys, added up.
template <class Counts>
void add_counts(Counts& sums, const Counts& more) {
  for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += more[k];
}

}  // namespace exonweave
