// One model per locus where several targets have models: the chain on which they agree best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exons/models/gene_model.hpp"
#include "exons/run/exon_chains.hpp"
#include "exons/run/gene_set.hpp"
#include "exons/run/prediction.hpp"
#include "exons/run/region_maker.hpp"
#include "exons/sequences/targets.hpp"
#include "exons/solving/chain_weights.hpp"

namespace exonweave {

// Models put into loci: which of those that several targets have at one place stand for election together.

/// A model that stands for election.
struct elective_model {
  gene_model model;
  interval region;  // in which it was found
};

struct grouped_model {
  const elective_model* representative;
  exon_chain exons;
  gene_fit fit;

  [[nodiscard]] const gene_model& model() const { return representative->model; }
};

/// Models of one locus, the leader first: those of identical targets, then the others, each by descending score.
using locus_group = std::vector<grouped_model>;

/// Those of identical targets (gene_fit) first, then by descending score (then by place, strand and the target's name),
/// every model joins the first locus whose leader it overlaps in at least half of the coding bases of the shorter of
/// the two, on the same strand; else it leads a locus of its own. So a gene whose own protein is there leads, whatever
/// longer chains go over it. Loci are in the order of their leaders. `models` must outlive them. Takes n log n steps
/// for n models where few leaders are near each other.
std::vector<locus_group> group_into_loci(std::span<const elective_model> models, const target_set& targets);

/// What a model keeps when it stands for election: its exons, with what they spell and encode or without, or all, the
/// alignment too.
enum class elective_parts { exons, sequences, all };

/// What an election needs of a result: the best model of each place, with these parts.
std::vector<elective_model> elective_models_of(const locus_result& result, elective_parts parts);

/// The best models of all targets are put into loci (group_into_loci), and one chain is chosen for each.
///
/// Choice: the chains of the locus' models stand for election, of more than 64 those that most targets found, of equal
/// ones those with the best scores. S(chain) is the sum over the targets of the locus of the score of the best
/// alignment of that very chain to the target; where there is none, what it scores to leave the whole target out. The
/// largest S wins; of equal ones the chain that more targets found, then the first by its exons' places. Chains of
/// identical targets (gene_fit) win before all others, and one of a broken frame does not win where a target explains
/// an intact gene whole. Put otherwise:
/// each target loses what the chain scores less to it than its own best one, where it lacks an exon of that at least
/// the exon's margin, and the chain that costs the targets least in sum wins. So exons that more targets support with
/// larger margins win.
///
/// The result is the model of the best-scoring target that found the chain. Its exons list in `supporters` the targets
/// whose own models have exactly that exon; `locus_targets` are all targets of the locus, and `joint_score` is S.
///
/// Of each locus that model comes first. Chains that stood for election are further models of it, isoforms, by
/// descending S, so that it has at most options.n_isoforms: representative_models() says which.
/// Loci are in the order of sequence, place and strand, models with the parts that the elective models have, whatever
/// the number of threads. options.control counts alignments; on_planned, which may be empty, is reported how many there
/// are. Throws bad_data, not_enough_memory where all of the memory does not do, and run_stopped.
std::vector<std::vector<gene_model>> choose_locus_models(const std::vector<elective_model>& models,
                                                         const prediction_input& input,
                                                         const prediction_options& options,
                                                         const std::function<void(std::uint64_t)>& on_planned = {});

// Of the chains that the models of a locus have, the one that scores most to all targets of the locus together.
//
//   group    candidates_of    chains up for election     joint_score, any thread    representative_models
//   models ----------------> A, B, C ------------------> S(A), S(B), S(C) --------> the model, and isoforms

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
