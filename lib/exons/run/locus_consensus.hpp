// Of the chains that the models of a locus have, the one that scores most to all targets of the locus together.
//
//   group    candidates_of    chains up for election     joint_score, any thread    representative_models
//   models ----------------> A, B, C ------------------> S(A), S(B), S(C) --------> the model, and isoforms
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "exons/run/locus_models.hpp"
#include "exons/run/region_maker.hpp"
#include "exons/solving/given_chain.hpp"

namespace exonweave {

/// A chain up for election.
struct candidate_chain {
  exon_chain exons;
  std::int64_t joint_score = 0;
  std::size_t n_finders = 0;              // targets
  const grouped_model* finder = nullptr;  // the first of them in its group
};

/// Those of a group, by their exons; of very many those that most targets found.
std::vector<candidate_chain> candidates_of(const locus_group& group);

/// The models of a locus of candidates with joint scores: the one that wins (choose_locus_models), then others with
/// whole frames that share coding bases with it and have other introns than each before them, at most `most` in all.
/// `targets` are those of the group's models.
std::vector<gene_model> representative_models(std::vector<candidate_chain> candidates, const locus_group& group,
                                              const target_set& targets, std::size_t most);

/// What one thread scores candidates with; see choose_locus_models for who wins.
class locus_consensus {
 public:
  /// All must outlive it; `maker` may serve elections on several threads. Alignments have so many bytes of memory.
  locus_consensus(const prediction_input& input, const prediction_options& options, region_maker& maker,
                  std::uint64_t memory)
      : input_(input), options_(options), maker_(maker), memory_(options.memory.within(memory)) {}

  /// What a chain scores to all targets of the group together. What was read for the group before is kept while it is
  /// the same. Throws what given_chain throws, and region_maker.
  [[nodiscard]] std::int64_t joint_score(const exon_chain& exons, const locus_group& group);

 private:
  struct weighed_material {
    region_material material;
    chain_scoring scoring;
  };
  // A chain that is up for election, for targets that did not find it.
  struct contested_chain {
    const exon_chain& exons;
    frame_rule frames;  // tolerant where one of those that found it has a broken frame
    std::map<target_reading, given_chain> ready{};
  };

  [[nodiscard]] std::int64_t score_with(contested_chain& chain, const gene_model& model, const locus_group& group);
  [[nodiscard]] const weighed_material& material_for(const gene_model& model, const contested_chain& chain,
                                                     const locus_group& group);
  [[nodiscard]] target_reading reading_of(const gene_model& model) const;
  [[nodiscard]] exon_chain on_strand_of(const gene_model& model, exon_chain exons) const;
  [[nodiscard]] interval region_of(const exon_chain& exons, const locus_group& group) const;

  const prediction_input& input_;
  const prediction_options& options_;
  region_maker& maker_;
  memory_budget memory_;
  const locus_group* group_ = nullptr;  // what is below is of
  interval materials_in_{};
  std::map<std::pair<target_reading, frame_rule>, weighed_material> materials_;  // of one group
  std::optional<known_bases> bases_;                                             // under all of its exons
};

}  // namespace exonweave
