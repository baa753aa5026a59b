// A sequence as gene finding reads it: bases as numbers, which of them are masked softly, and the gaps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

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

}  // namespace exonweave
