// All parses of a short sequence, one by one, each scored by itself, in reading direction of each gene. It shares no
// code with strand_scores and parse_recurrence.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "exons/gene_finding/gene_parameters.hpp"
#include "exons/gene_finding/sequence_scores.hpp"
#include "exons/sequences/genetic_code.hpp"

namespace exonweave::testing {

struct listed_gene {
  strand on = strand::forward;
  std::vector<interval> exons;  // forward coordinates, ascending
  bool has_start = true, has_stop = true;
  std::int64_t n_missing = 0;  // bases of its first codon
  finding_score score = 0;

  [[nodiscard]] std::int64_t left() const { return exons.front().start; }
  [[nodiscard]] std::int64_t right() const { return exons.back().end; }
};

// The genes of one strand. Hints must be those of a sequence that is read in this direction, on the forward strand.
class strand_lister {
 public:
  strand_lister(std::string as_written, const gene_parameters& parameters, const genetic_code& code,
                const gene_hints& hints)
      : written_(std::move(as_written)), parameters_(parameters), code_(code), hints_(hints) {
    for (const char letter : written_) letters_ += in_upper_case(letter);
    for (std::size_t first = 0; first < letters_.size(); ++first) {
      std::size_t last = first;
      while (last < letters_.size() && !is_known(last)) ++last;
      if (last - first < 10) continue;  // nt
      for (std::size_t i = first; i < last; ++i)
        in_gap_.resize(std::max(in_gap_.size(), i + 1), false), in_gap_[i] = true;
      first = last;
    }
    in_gap_.resize(letters_.size(), false);
  }

  std::vector<listed_gene> list() {
    for (std::int64_t i = 0; i < length(); ++i) {
      if (i + 3 <= length() && may_begin_coding(codon(i), code_))
        read({i, i + 3, i, {}, "", 0, true, 0, start_score(i)});
      const bool is_cut = !gap(i) && (i == 0 || gap(i - 1));
      for (std::size_t n_missing = 0; is_cut && n_missing < 3; ++n_missing)
        read({i,
              i,
              i,
              {},
              std::string(n_missing, '?'),
              0,
              false,
              static_cast<std::int64_t>(n_missing),
              parameters_.per_gene - parameters_.per_stop});
    }
    return genes_;
  }

 private:
  // A gene up to a place.
  struct begun {
    std::int64_t first, place, exon;  // exon: where the last one begins
    std::vector<interval> exons;      // those before it
    std::string codon;                // the bases of the one that is not whole yet
    std::size_t n_carried;            // of these, how many stand before the last intron
    bool has_start;
    std::int64_t n_missing;
    finding_score score;
  };

  [[nodiscard]] std::int64_t length() const { return std::ssize(letters_); }
  [[nodiscard]] bool is_known(std::size_t i) const {
    return std::string("ACGT").find(letters_[i]) != std::string::npos;
  }
  [[nodiscard]] bool gap(std::int64_t i) const { return in_gap_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] std::string codon(std::int64_t i) const { return letters_.substr(static_cast<std::size_t>(i), 3); }
  [[nodiscard]] base_number base(std::int64_t i) const {
    if (i < 0 || i >= length()) return unknown_base;
    const auto found = std::string("ACGT").find(letters_[static_cast<std::size_t>(i)]);
    return found == std::string::npos ? unknown_base : static_cast<base_number>(found);
  }
  [[nodiscard]] finding_score in(const markov_chain& chain, std::int64_t i) const {
    recent_bases recent;
    for (std::int64_t k = i - 10; k <= i; ++k) recent.push(base(k));
    return chain.at(recent);
  }
  [[nodiscard]] finding_score intergenic(std::int64_t i) const { return in(parameters_.intergenic, i); }
  [[nodiscard]] bool is_masked(std::int64_t i) const {
    return i >= 0 && is_lower_case(written_[static_cast<std::size_t>(i)]);
  }

  // The rows of a matrix from a position on, over coding composition where `is_coding`, else over intergenic sequence.
  [[nodiscard]] finding_score site(const site_matrix& matrix, std::int64_t first,
                                   const std::function<bool(std::int64_t)>& is_coding) const {
    finding_score sum = 0;
    for (std::int64_t i = first; i < first + matrix.rows().count(); ++i) {
      if (base(i) == unknown_base || base(i - 1) == unknown_base) continue;
      sum += matrix.at(i - first, base(i - 1), base(i));
      sum -= is_coding(i) ? parameters_.composition[base(i)] : intergenic(i);
    }
    return sum;
  }

  [[nodiscard]] finding_score codon_fraction(const std::array<std::uint64_t, n_codon_numbers>& counts, std::int64_t i,
                                             bool (*may_be)(std::string_view, const genetic_code&)) const {
    double sum = 0;
    for (std::size_t c = 0; c < counts.size(); ++c) {
      const std::string other{"ACGT"[c / 16], "ACGT"[c / 4 % 4], "ACGT"[c % 4]};
      if (may_be(other, code_)) sum += static_cast<double>(counts[c]) + 1;
    }
    const std::size_t own = (base(i) * 4U + base(i + 1)) * 4U + base(i + 2);
    return log_score((static_cast<double>(counts[own]) + 1) / sum) - intergenic(i) - intergenic(i + 1) -
           intergenic(i + 2);
  }

  [[nodiscard]] finding_score start_score(std::int64_t i) const {
    finding_score score = parameters_.per_gene + codon_fraction(parameters_.start_codons, i, &may_begin_coding) +
                          site(parameters_.start, i - start_rows.n_before, [](std::int64_t) { return false; });
    for (std::int64_t up = i - 3; up >= 0; up -= 3) {
      if (codon(up).find_first_not_of("ACGT") != std::string::npos || is_stop_codon(codon(up), code_)) break;
      if (!may_begin_coding(codon(up), code_)) continue;
      score += parameters_.upstream_start;
      break;
    }
    return score + codon_hint(i, true);
  }
  [[nodiscard]] finding_score codon_hint(std::int64_t i, bool is_start) const {
    finding_score sum = 0;
    for (const auto& hint : hints_.codons)
      if (hint.on == strand::forward && hint.position == i && hint.is_start == is_start) sum += hint.score;
    return sum;
  }
  [[nodiscard]] bool is_recoded(std::int64_t i) const {
    return std::ranges::count(hints_.recoded_stops, gene_hints::recoded_stop{i, strand::forward}) > 0;
  }
  [[nodiscard]] finding_score coding(std::int64_t i, std::size_t place) const {
    finding_score score =
        in(parameters_.coding[place], i) - intergenic(i) + parameters_.masks[is_masked(i - 1)][is_masked(i)];
    for (const auto& hint : hints_.codings)
      if (hint.on == strand::forward && hint.where.start <= i && i < hint.where.end &&
          static_cast<std::size_t>((hint.n_before + i - hint.where.start) % 3) == place)
        score += hint.per_base;
    return score;
  }
  [[nodiscard]] finding_score intron(interval where) const {
    finding_score score = parameters_.per_intron + parameters_.lengths.at(where.length());
    score += site(parameters_.donor, where.start - 3, [&](std::int64_t i) { return i < where.start; });
    score += site(parameters_.acceptor, where.end - 20, [&](std::int64_t i) { return i >= where.end; });
    if (parameters_.branches.is_any()) score += branch(where.end);
    for (std::int64_t i = where.start + 6; i < where.end - 20; ++i) score += in(parameters_.intron, i) - intergenic(i);
    for (const auto& hint : hints_.introns)
      if (hint.on == strand::forward && hint.where == where) score += hint.score;
    return score;
  }

  [[nodiscard]] finding_score branch(std::int64_t acceptor) const {
    std::array<std::uint32_t, n_branch_distances> ratios{};
    for (std::size_t k = 0; k < ratios.size(); ++k) {
      std::size_t word = 0;
      bool is_unknown = false;
      for (std::int64_t i = acceptor - 80 + static_cast<std::int64_t>(k), last = i + 7; i < last; ++i) {
        is_unknown |= base(i) == unknown_base;
        word = 4 * word + base(i);
      }
      ratios[k] = parameters_.branches.ratio(is_unknown ? n_branch_words : word);
    }
    return parameters_.branches.score(ratios, [&](std::int64_t n) { return base(acceptor - n); });
  }

  void keep(const begun& gene, std::int64_t end, bool has_stop, finding_score score) {
    listed_gene made{strand::forward, gene.exons, gene.has_start, has_stop, gene.n_missing, gene.score + score};
    made.exons.push_back({gene.exon, end});
    genes_.push_back(made);
  }

  void read(const begun& gene) {
    const bool is_empty = gene.place == gene.exon;
    const bool is_end = gene.place == length() || gap(gene.place);
    if (is_end) {
      if (!is_empty) keep(gene, gene.place, false, 0);
    } else {
      read_base(gene);
    }
    if (!is_end && !is_empty && gene.n_carried == 0) read_introns(gene);
  }

  void read_base(const begun& gene) {
    begun next = gene;
    const std::string stop = gene.place + 3 <= length() ? codon(gene.place) : "";
    if (gene.codon.empty() && !stop.empty() && may_end_coding(stop, code_))
      keep(gene, gene.place + 3, true,
           parameters_.per_stop + codon_fraction(parameters_.stop_codons, gene.place, &may_end_coding) +
               codon_hint(gene.place, false));
    next.score += coding(gene.place, gene.codon.size());
    next.codon += letters_[static_cast<std::size_t>(gene.place)];
    ++next.place;
    if (next.codon.size() == 3) {
      const bool is_stop =
          next.codon.find_first_not_of("ACGT") == std::string::npos && is_stop_codon(next.codon, code_);
      const bool is_split = gene.n_carried > 0;
      if (is_stop && (is_split || !is_recoded(gene.place - 2))) return;
      next.codon.clear();
      next.n_carried = 0;
    }
    read(next);
  }

  void read_introns(const begun& gene) {
    const std::int64_t d = gene.place;
    if (d + 2 > length() || (codon(d).substr(0, 2) != "GT" && codon(d).substr(0, 2) != "GC")) return;
    for (std::int64_t a = d + parameters_.lengths.least(); a <= length(); ++a) {
      if (a < 2 || codon(a - 2).substr(0, 2) != "AG") continue;
      begun next = gene;
      next.exons.push_back({gene.exon, d});
      next.place = next.exon = a;
      next.n_carried = gene.codon.size();
      next.score += intron({d, a});
      read(next);
    }
  }

  std::string written_, letters_;
  std::vector<bool> in_gap_;
  const gene_parameters& parameters_;
  const genetic_code& code_;
  const gene_hints& hints_;
  std::vector<listed_gene> genes_;
};

/// The genes of both strands.
inline std::vector<listed_gene> list_genes(const std::string& as_written, const gene_parameters& parameters,
                                           const genetic_code& code, const gene_hints& hints) {
  std::vector<listed_gene> genes = strand_lister(as_written, parameters, code, hints).list();
  std::string turned;
  for (auto letter = as_written.rbegin(); letter != as_written.rend(); ++letter) {
    const char other = exonweave::reverse_complement(std::string(1, in_upper_case(*letter))).front();
    turned += is_lower_case(*letter) ? static_cast<char>(other - 'A' + 'a') : other;
  }
  const std::int64_t length = std::ssize(as_written);
  for (listed_gene gene : strand_lister(turned, parameters, code, hints.flipped(length)).list()) {
    gene.on = strand::reverse;
    for (interval& exon : gene.exons) exon = flip(exon, length);
    std::ranges::reverse(gene.exons);
    genes.push_back(gene);
  }
  return genes;
}

/// Calls visit(genes, score) for each set of genes that do not overlap: a parse.
template <class Visit>
void visit_parses(const std::vector<listed_gene>& genes, std::int64_t border, std::vector<const listed_gene*>& chosen,
                  finding_score score, const Visit& visit) {
  visit(chosen, score);
  for (const listed_gene& gene : genes) {
    if (gene.left() < border) continue;
    chosen.push_back(&gene);
    visit_parses(genes, gene.right(), chosen, score + gene.score, visit);
    chosen.pop_back();
  }
}

}  // namespace exonweave::testing
