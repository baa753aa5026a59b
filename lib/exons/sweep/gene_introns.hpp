// Genes of which the one border of an intron has been met and the other has not: the most that they are worth, by what they carry
// over the intron (carried_bases.hpp). Genes may be read from their starts to their stops, donors first, or the other way round.
//
// The intron [d, a) costs  min over lines l of  cost_l + f_l(a) - f_l(d)  (intron_rules.hpp). What is held of each line is free of where
// the other border will be:
//
//   donors first:     max over donors d of     worth + f_l(d),   read at an acceptor a with  - cost_l - f_l(a)
//   acceptors first:  max over acceptors a of  worth - f_l(a),   read at a donor d with      - cost_l + f_l(d)
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "exons/graph/intron_rules.hpp"
#include "exons/sweep/carried_bases.hpp"
#include "exons/sweep/genome_track.hpp"
#include "exons/sweep/split_codon_table.hpp"

namespace exonweave {

enum class first_border : std::uint8_t { donor, acceptor };

/// Positions ascend where donors come first, and else descend.
class gene_introns {
 public:
  using worths = std::array<gene_worth, carried_bases::count>;

  /// On this track, all of one family.
  gene_introns(const intron_rules& rules, const genome_track& track, first_border first);

  /// The first border of introns is at a position, not before others.
  void open(std::int64_t position, const worths& worth) { waiting_.push_back({position, worth}); }

  /// Introns may have their other border at a position, not before others.
  void go_to(std::int64_t position);

  /// Of the introns between what was opened and the position that it went to, with what their length costs.
  [[nodiscard]] gene_worth best(std::size_t carried) const {
    gene_worth most = no_gene;
    for (const line_maxima& line : lines_) most = std::max(most, line.most[carried] + line.change);
    return most;
  }
  /// For all that a gene may carry.
  [[nodiscard]] worths best() const {
    worths most;
    most.fill(no_gene);
    for (const line_maxima& line : lines_)
      for (std::size_t carried = 0; carried < most.size(); ++carried)
        most[carried] = std::max(most[carried], line.most[carried] + line.change);
    return most;
  }

 private:
  struct opened {
    std::int64_t position;
    worths worth;
  };
  // With a longest intron: those that no later one is worth as much as, so that the first is the most.
  struct recent_maxima {
    struct entry {
      std::int64_t position;
      gene_worth worth;
    };
    std::vector<entry> entries;
    std::size_t first = 0;

    void add(std::int64_t position, gene_worth worth);
    [[nodiscard]] gene_worth most_within(std::int64_t longest, std::int64_t position);
  };
  struct line_maxima {
    intron_line line;
    worths most;
    gene_worth change;  // at the position that it went to
    std::vector<recent_maxima> recent;
  };

  [[nodiscard]] gene_worth slope_change(const intron_line& line, std::int64_t position) const;
  void let_in(const opened& introns);

  std::int64_t shortest_, longest_, start_;
  gene_worth sign_;  // of what a line costs up to the first border
  std::vector<line_maxima> lines_;
  std::vector<opened> waiting_;  // from first_ on: those that are nearer than the shortest intron
  std::size_t first_ = 0;
};

}  // namespace exonweave
