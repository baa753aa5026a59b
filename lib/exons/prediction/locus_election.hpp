// Of the chains that the models of a locus have, the one that is worth most to all targets of the locus together.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "exons/prediction/locus_groups.hpp"
#include "exons/prediction/region_maker.hpp"

namespace exonweave {

/// One at a time; see choose_locus_models for who wins.
class locus_election {
 public:
  /// All must outlive it; `maker` may serve elections on several threads. Alignments have so many bytes of memory.
  locus_election(const prediction_input& input, const prediction_options& options, region_maker& maker,
                 std::uint64_t memory)
      : input_(input), options_(options), maker_(maker), solver_(options.solver) {
    solver_.memory = memory;
  }

  /// Throws what align_chain throws, and region_maker.
  [[nodiscard]] gene_model choose(const locus_group& group);

 private:
  struct weighed_material {
    region_material material;
    chain_scoring scoring;
  };

  [[nodiscard]] std::int64_t joint_score(const exon_chain& exons, const locus_group& group);
  [[nodiscard]] std::int64_t score_with(const exon_chain& exons, const gene_model& of,
                                        const locus_group& group);
  [[nodiscard]] const weighed_material& material_for(const gene_model& of, interval region,
                                                     const locus_group& group);
  [[nodiscard]] interval region_of(const exon_chain& exons, const locus_group& group) const;
  [[nodiscard]] const std::string& name_of(const gene_model& model) const {
    return input_.targets->targets[model.target].name;
  }
  void name_supporters(const locus_group& group, gene_model& model) const;

  const prediction_input& input_;
  const prediction_options& options_;
  region_maker& maker_;
  solver_options solver_;
  interval materials_in_{};
  std::map<target_reading, weighed_material> materials_;  // of one group
  std::optional<known_bases> bases_;                      // under all of its exons
};

}  // namespace exonweave
