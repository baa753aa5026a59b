// The options that name the data: the same words, checks and help in every subcommand that reads them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/options.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/loci/alignment_task.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave::apps {

struct data_options {
  std::string genome;
  std::string genome_name = "--genome";  // how it is given: this and the next two, for messages
  std::string targets_name = "--targets";
  std::string candidates_name = "--candidates";
  std::vector<std::string> candidates;
  candidate_options candidate_rows;
  std::vector<std::string> targets;
  target_type kind = target_type::recognise;
  std::string pairs;  // this and hits empty: every target on every sequence and both strands
  std::string hits;
  std::optional<std::int64_t> flank;  // nt around hits, or what predict finds itself; nothing: the usual one

  [[nodiscard]] bool has_pairs() const { return !pairs.empty() || !hits.empty(); }
};

constexpr std::int64_t usual_hit_flank = 10'000;  // nt

/// GENOME, or --genome.
void add_genome_input(CLI::App& command, data_options& options, presence requested);
/// TARGETS, or --targets; and --target-type. Of `search` they are PROTEINS.
void add_target_inputs(CLI::App& command, data_options& options, presence requested,
                       const std::string& alone = "TARGETS", const std::string& task = "Proteins or cDNA to align");
/// CANDIDATES, or --candidates; and --types.
void add_candidate_inputs(CLI::App& command, data_options& options);
/// --genome, --targets and --target-type, where values that stand alone are others.
void add_named_inputs(CLI::App& command, data_options& options);
CLI::Option* add_candidate_options(CLI::App& command, data_options& options);  // --candidates and --types
void add_pairs_options(CLI::App& command, data_options& options);              // --pairs, --hits and --flank

/// Refuses --pairs next to --hits. Throws bad_usage.
void check_pairs(const data_options& options);

/// Refuses --flank without hits; `need` says what it is for. Throws bad_usage.
void check_flank(const data_options& options, const std::string& need = "--hits");

/// What --pairs or --hits say; nothing where neither is given.
std::optional<std::vector<alignment_task>> read_requested_pairs(const data_options& options,
                                                                const sequence_catalog& sequences,
                                                                const target_set& targets, report& problems);

/// The paths given, for check_paths.
std::vector<named_path> input_paths(const data_options& options);

// The targets of --targets, and a word where nobody can be sure what they are.

/// read_targets() as the options say. Warns where --target-type says nothing and no target is long enough to tell DNA
/// from protein, so that letters that are all bases are taken for DNA.
target_set read_requested_targets(const data_options& options, report& problems);

}  // namespace exonweave::apps
