// From a strand of a region to what targets are aligned to there: residues, exons, sites, the graph.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "exons/run/prediction.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/solving/region_problem.hpp"

namespace exonweave {

/// Bases of a sequence, forward.
struct known_bases {
  interval where;
  std::string residues;
};

/// Whether reading frames break as the run's scoring says alone, or at a price too (prediction_options::disruption).
enum class frame_rule : std::uint8_t { strict, tolerant };

/// Makes them on any thread; all share one genome and what was read of it. The target of a case is not looked at, only
/// how it is read.
class region_maker {
 public:
  /// Spare threads help to make problems; `spare` may be null.
  region_maker(const prediction_input& input, const prediction_options& options, spare_threads* spare = nullptr);

  /// Exons and blocks are both missing where there is nothing to put together; then residues are as well. Without own
  /// blocks the residues are those that the candidates span. Throws std::range_error when a candidate's weight is no
  /// score. Bases that are not among the `known` ones of that sequence are fetched.
  [[nodiscard]] region_material make_material(const alignment_task& locus, target_reading reading,
                                              const known_bases* known = nullptr);

  /// That of the run, as targets read so are aligned with on a region's strand of a sequence.
  [[nodiscard]] chain_scoring scoring_for(std::size_t sequence, target_reading reading, const strand_region& region,
                                          frame_rule frames = frame_rule::strict) const;

  /// What the ends of models are chosen by.
  [[nodiscard]] const std::optional<end_weights>& ends() const { return options_.ends; }

  /// What a frame that breaks costs at least; disrupted genes are rechecked.
  [[nodiscard]] spliced::score min_disruption() const {
    return std::min(options_.disruption->frameshift, options_.disruption->internal_stop);
  }

  /// What the materials of all regions within `where` are made of.
  [[nodiscard]] known_bases fetch_around(std::size_t sequence, interval where);

  /// With the graph that `settings` want. Throws as well what region_problem throws.
  [[nodiscard]] std::shared_ptr<const region_problem> make_problem(const alignment_task& locus, target_reading reading,
                                                                   const solver_settings& settings,
                                                                   const memory_budget& memory,
                                                                   frame_rule frames = frame_rule::strict);

 private:
  // Of the memory of graphs and rows, next to it: little enough for the account of a run to leave out.
  static constexpr std::uint64_t part_of_bases = 256;

  [[nodiscard]] interval needed_region(const alignment_task& locus) const;
  [[nodiscard]] std::optional<listed_sites> listed_on(const alignment_task& locus) const;
  [[nodiscard]] interval widened(std::size_t sequence, interval where) const;

  const prediction_input& input_;
  const prediction_options& options_;
  spare_threads* spare_;
  shared_bases bases_;
  spliced::score recoded_gain_ = 0;  // the most of any target that is read with recoded stops
};

/// How targets of a kind are read, each by itself.
target_reading reading_of(const target& aligned, molecule kind, const genetic_code& code);
/// [targets]
std::vector<target_reading> readings_of(const target_set& targets, const genetic_code& code);

/// Throws bad_data for letters that are none of the kind.
std::vector<spliced::residue_code> encode(const target& aligned, molecule kind, bool is_backwards = false);

/// Why no chain was found in a region of a sequence.
locus_outcome explain_no_chain(const region_material& material, const prediction_options& options,
                               std::size_t sequence);

/// False for nothing but N, or X, which everything would align to equally badly.
bool has_letters(const std::vector<spliced::residue_code>& residues, molecule kind);

}  // namespace exonweave
