// Short sequences that have many parses, and parameters under which genes are likely.
#pragma once

#include <array>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "exons/gene_finding/gene_parameters.hpp"
#include "exons/gene_finding/masked_bases.hpp"
#include "exons/gene_finding/sequence_scores.hpp"

namespace exonweave::testing {

class problem_maker {
 public:
  explicit problem_maker(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }
  std::string bases(std::size_t n) {
    std::string text;
    while (text.size() < n) text += "ACGT"[below(4)];
    return text;
  }

  // Bits of random genes: introns are 4 nt and longer, those from 27 nt on are of the tail.
  gene_parameters parameters() {
    gene_counts genes;
    intergenic_counts others;
    for (int k = 0; k < 12; ++k) {
      const std::string letters = bases(20) + "ATG" + bases(9) + "GT" + bases(26) + "AG" + bases(9) + "TAA";
      const std::int64_t middle = 20 + 3 + 9, length = std::ssize(letters);
      genes.add(masked_bases(letters), std::vector<interval>{{20, middle}, {middle + 30, length}}, standard_code());
      others.add(masked_bases(bases(60) + "acgtac"), {0, 66});
    }
    if (below(4) > 0) genes.branches = branches();
    gene_parameters made = make_parameters(genes, others);
    std::vector<place_score> table(27, impossible_place);
    for (std::size_t n = 4; n < table.size(); ++n) table[n] = static_cast<place_score>(bits(-3, 1));
    made.lengths = intron_lengths(table, bits(-3, 1), bits(-1, 0));
    made.per_gene = bits(-2, 4);
    made.per_stop = bits(-2, 2);
    made.per_intron = bits(-2, 4);
    made.upstream_start = bits(-3, 0);
    return made;
  }

  // Of a motif that is found in random sequence too, mostly near the acceptor.
  branch_counts branches() {
    branch_counts made{.n_introns = 20, .n_with = 12 + below(8)};
    for (auto& row : made.motif) {
      row[below(4)] = made.n_with - 5;
      row[below(4)] += 5;
    }
    for (std::size_t k = 0; k < made.n_with; ++k) ++made.distances[below(15)];
    return made;
  }

  // Of pieces that make genes of both strands.
  std::string sequence() {
    static const std::vector<std::string> pieces = {"ATG", "ATGA", "GT",  "GC", "AG", "TAA", "TGA",
                                                    "CAT", "TTA",  "TCA", "AC", "CT", "GTG", "a",
                                                    "acg", "N",    "C",   "G",  "T",  "A"};
    std::string made;
    const std::size_t n = 3 + below(9);
    for (std::size_t k = 0; k < n; ++k) made += below(25) == 0 ? "NNNNNNNNNN" : pieces[below(pieces.size())];
    if (below(4) == 0) made.insert(below(made.size()), 10 + below(25), "CN"[below(2)]);  // for long introns
    return made;
  }

  // Of any kind, at any place of a sequence.
  gene_hints hints(std::int64_t length) {
    gene_hints made;
    const auto place = [&] { return static_cast<std::int64_t>(below(static_cast<std::size_t>(length))); };
    const auto on = [&] { return below(2) == 0 ? strand::forward : strand::reverse; };
    for (std::size_t k = below(4); k-- > 0;) {
      const std::int64_t a = place(), b = place();
      const interval where{std::min(a, b), std::max(a, b)};
      made.codings.push_back({where, on(), static_cast<std::int64_t>(below(3)), bits(0, 1)});
      made.introns.push_back({where, on(), bits(0, 4)});
      made.introns.push_back(made.introns.front());
      made.codons.push_back({place(), on(), below(2) == 0, bits(0, 3)});
    }
    for (std::int64_t position = 0; position < length; ++position)
      if (below(8) == 0) made.recoded_stops.push_back({position, on()});
    made.sort();
    return made;
  }

 private:
  finding_score bits(double least, double most) {
    return to_finding_score(least + (most - least) * static_cast<double>(below(1000)) / 1000);
  }

  std::mt19937_64 random_;
};

/// What a finding_problem refers to.
struct short_problem {
  explicit short_problem(std::uint64_t seed) {
    constexpr std::array codes = {1, 4, 6, 11, 27};
    problem_maker make(seed);
    parameters = make.parameters();
    letters = make.sequence();
    code = genetic_code(codes[make.below(codes.size())]);
    hints = make.hints(std::ssize(letters));
    forward = masked_bases(letters);
    reverse = forward.reverse_complement();
  }

  [[nodiscard]] finding_problem get() const { return {*parameters, code, forward, reverse, hints}; }

  std::optional<gene_parameters> parameters;
  std::string letters;
  genetic_code code;
  gene_hints hints;
  masked_bases forward, reverse;
};

}  // namespace exonweave::testing
