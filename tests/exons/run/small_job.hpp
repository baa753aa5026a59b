// Small prediction jobs for tests: a genome, candidates and targets made by hand.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/temporary_file.hpp"
#include "exons/one_strand.hpp"
#include "exons/run/prediction.hpp"
#include "exons/writers/gff3_writer.hpp"
#include "spliced/engines/engine_registry.hpp"

namespace exonweave::testing {

/// What results must not depend on: the default engine, and the one that computes them in the plainest way.
inline const std::vector<std::string> both_engines{"simd", "sequential"};

/// A genome of one sequence, candidates on it, and targets that are all tried on its whole, on both strands.
struct small_job {
  small_job(const std::string& residues, std::vector<std::pair<interval, strand>> places,
            const std::vector<std::string>& target_residues)
      : file(">chr1\n" + residues + "\n"), sequences(genome::open(file.path(), problems)) {
    std::sort(places.begin(), places.end());
    for (const auto& [where, on] : places) candidates.exons.push_back({0, where, on, no_phase, exon_type::unknown, {}});
    for (const auto& text : target_residues)
      targets.targets.push_back({"t" + std::to_string(targets.targets.size()), text, 1});
    cases = make_cases(sequences.catalog(), targets, std::nullopt, &candidates);
    options.scoring = plain_scoring();
    options.solver.engine = engine.get();
    options.memory.usable = ample_memory;
  }

  /// By this engine from now on, of the CPU's.
  void use(const std::string& name) {
    engine = spliced::cpu_engines().make(name);
    options.solver.engine = engine.get();
  }

  prediction_input input() { return {sequences, candidates, targets, cases}; }

  std::vector<locus_result> run(unsigned n_threads = 1) {
    options.n_threads = n_threads;
    std::vector<locus_result> results;
    predict_loci(input(), options, [&](locus_result&& result) { results.push_back(std::move(result)); });
    return results;
  }

  /// Everything about the results that users see.
  std::string text(unsigned n_threads) {
    std::string all;
    std::vector<locus_models> loci;
    for (const auto& result : run(n_threads)) {
      all += std::to_string(result.locus.target) + to_char(result.locus.on) + std::to_string(result.best_score) + " " +
             std::string(to_string(result.outcome)) + " " + std::to_string(result.n_candidates) + " " +
             std::to_string(result.work.graph_cells) + "\n";
      if (!result.models.empty()) loci.push_back(result.models);
    }
    write_gff3_features({loci, sequences.catalog(), targets, {}}, [&](std::string_view piece) { all += piece; });
    return all;
  }

  report problems;
  temporary_file file;
  genome sequences;
  candidate_set candidates{{"c.gff3"}, {candidate_format::gff3}, {}};
  target_set targets{{"t.fa"}, molecule::dna, {}};
  std::vector<alignment_task> cases;
  std::unique_ptr<spliced::engine> engine = spliced::cpu_engines().make("simd");
  prediction_options options;
};

/// Targets ACGGAT, which is on both strands of one small region.
struct equal_targets : small_job {
  explicit equal_targets(std::size_t n)
      : small_job("TTTTTTTTTTACGGATTTTTTTTTTATCCGTTTTTTTTTT",
                  {{{10, 16}, strand::forward}, {{25, 31}, strand::reverse}}, std::vector<std::string>(n, "ACGGAT")) {}
};

}  // namespace exonweave::testing
