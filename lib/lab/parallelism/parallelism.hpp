// The potential parallelism of alignment problems, as the paper measures it: how long the exons are, how many
// of them can be aligned at once, and how many time units each strategy needs (Eq. 3, 4 and 5).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files/file_text.hpp"
#include "exons/graph/overlap_groups.hpp"
#include "exons/loci/cases.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

constexpr std::int64_t length_class_width = 32;  // nt; class c holds the lengths 32 c + 1 to 32 (c + 1)

/// What the exons of one case allow, whatever the target.
struct exon_set_parallelism : exon_counts {
  std::int64_t longest = 0;                            // max |b_k|, nt
  std::map<std::int64_t, std::size_t> length_classes;  // class -> exons
  std::map<std::int64_t, std::size_t> group_sizes;     // exons in a group -> groups
};

/// `exons`: the distinct candidates of one strand of one region, in any order.
exon_set_parallelism measure_parallelism(std::span<const interval> exons);

/// Share of each class, 0 to 1, classes without a member left out. Empty for no members.
using shares = std::map<std::int64_t, double>;
shares shares_of(const std::map<std::int64_t, std::size_t>& counts);

/// The average case: every case weighs the same, so each share is the mean of the cases' shares. Cases are
/// added in a fixed order by the caller, so the sums are the same bytes in every run.
class average_case {
 public:
  void add(const exon_set_parallelism& exons, const time_units& units, std::int64_t target_length);

  [[nodiscard]] std::size_t n_cases() const { return n_cases_; }
  [[nodiscard]] double n_exons() const { return mean(n_exons_); }
  [[nodiscard]] double n_groups() const { return mean(n_groups_); }
  [[nodiscard]] double sum_lengths() const { return mean(sum_lengths_); }       // nt
  [[nodiscard]] double target_length() const { return mean(target_lengths_); }  // residues
  [[nodiscard]] double sequential() const { return mean(sequential_); }
  [[nodiscard]] double intra() const { return mean(intra_); }
  [[nodiscard]] double inter() const { return mean(inter_); }
  [[nodiscard]] shares length_shares() const { return mean(length_shares_); }
  [[nodiscard]] shares group_shares() const { return mean(group_shares_); }

 private:
  [[nodiscard]] double mean(double sum) const;
  [[nodiscard]] shares mean(const shares& sums) const;

  std::size_t n_cases_ = 0;
  double n_exons_ = 0, n_groups_ = 0, sum_lengths_ = 0, target_lengths_ = 0;
  double sequential_ = 0, intra_ = 0, inter_ = 0;
  shares length_shares_, group_shares_;
};

/// The potential parallelism of a whole input, case by case and for the average case, and its forms: tables,
/// JSON.
struct studied_case {
  alignment_task which;
  std::size_t exon_set = 0;        // index in exon_sets; cases of one region and strand share theirs
  std::int64_t target_length = 0;  // residues
  time_units units;
};

struct parallelism_study {
  std::vector<exon_set_parallelism> exon_sets;
  std::vector<studied_case> cases;  // in the order of make_cases
  average_case average;             // over the cases that have candidates
};

parallelism_study study_parallelism(const sequence_catalog& sequences, const target_set& targets,
                                    const std::optional<std::vector<alignment_task>>& pairs,
                                    const candidate_set& candidates);

/// The study and the names that its files show.
struct named_study {
  const parallelism_study& study;
  const sequence_catalog& sequences;
  const target_set& targets;
};

/// A row per case, numbered from 1, and the row `average`. Lengths in nt, target lengths in residues, eq3,
/// eq4 and eq5 in units of one cell time.
void write_case_table(const named_study& named, const text_sink& sink);

/// case, length_from, length_to (nt, inclusive), exons, share (0 to 1); classes without exons have no row.
void write_length_table(const parallelism_study& study, const text_sink& sink);

/// case, exons_in_group, groups, share (0 to 1).
void write_group_table(const parallelism_study& study, const text_sink& sink);

/// All of it in one document.
void write_study_json(const named_study& named, const text_sink& sink);

}  // namespace exonweave
