// The options that name the data: the same words, checks and help in every subcommand that reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/report.hpp"
#include "cli/command_line.hpp"
#include "cli/options.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/gene_finding/gene_model_file.hpp"
#include "exons/loci/alignment_task.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave::apps {

// A region as users of samtools write it.

struct genomic_region {
  std::size_t sequence = 0;  // index in the catalog
  interval where;            // 0-based half-open
};

/// The sequence of that name. Throws bad_usage that names `option`, with the nearest names.
std::size_t find_sequence(const std::string& option, const std::string& name, const sequence_catalog& sequences);

/// "SEQUENCE", "SEQUENCE:FIRST-LAST", "SEQUENCE:FIRST", "SEQUENCE:FIRST-" (both to the end) or "SEQUENCE:-LAST",
/// 1-based inclusive; digits may be grouped by commas: 1,000,000. A name that holds a colon itself is taken whole where
/// the catalog has it. Throws bad_usage that names `option`: unknown sequence (with the nearest names), bad or empty
/// range, range beyond the sequence.
genomic_region parse_region(const std::string& option, const std::string& text, const sequence_catalog& sequences);

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

// A file of a gene model as an input of a command.

/// Fewer training genes are worth a warning: on fission yeast so many find two thirds as much as a thousand.
constexpr std::uint64_t few_training_genes = 20;

/// read_gene_model(), with a warning where it has learnt from few genes.
learnt_gene_model read_given_gene_model(const std::string& path, report& problems);

// --genetic-code: one code for all sequences of a genome, and others for single ones.

/// NCBI's numbers.
struct genetic_code_requests {
  int usual = 1;
  std::vector<std::pair<std::string, int>> of_sequences{};  // by name, each once
};

/// "11", "1,MT=2", "MT=2,chrC=11". Throws bad_usage.
genetic_code_requests parse_genetic_codes(const std::string& option, const std::string& text);

void add_genetic_code_option(CLI::App& command, genetic_code_requests& requests);

/// Throws bad_usage for a sequence that the genome does not have, unless it has none at all.
genetic_codes codes_of(const genetic_code_requests& requests, const sequence_catalog& sequences);

}  // namespace exonweave::apps
