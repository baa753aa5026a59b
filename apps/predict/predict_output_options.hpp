// The options of predict that name its outputs, say how they look, and what it goes on from.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/options.hpp"
#include "predict/predict_options.hpp"

namespace exonweave::apps {

/// Declares them on `command`; `options` must outlive it.
void add_output_options(CLI::App& command, predict_options& options);

/// Those of a gene set, for each command that makes one. `help` says what is kept, and what IDs are begun for.
void add_min_support_option(CLI::App& command, predict_options& options, const std::string& help);
void add_review_option(CLI::App& command, predict_options& options);
void add_isoforms_option(CLI::App& command, predict_options& options);
void add_id_prefix_option(CLI::App& command, predict_options& options, const std::string& help);

/// The beginning of an ID: nothing that GFF3 reserves in attributes. Throws bad_usage.
std::string parse_id_prefix(const std::string& option, const std::string& text);

/// --plan, and of predict --part, of merge the files of parts.
void add_plan_options(CLI::App& command, predict_options& options, run_command which);

/// All files that a run writes, those that were not requested with empty paths.
std::vector<named_path> output_paths(const predict_options& options);

/// The first of the options given that write models of loci, as messages name it; empty: none is given.
std::string first_locus_option(const output_requests& outputs);

/// All of those options, for messages.
std::string locus_option_list();

/// What --style says for it.
std::string style_word(gff3_style style);

/// Refuses outputs that targets of this kind do not have. Throws bad_usage.
void check_outputs(const predict_options& options, molecule kind);

}  // namespace exonweave::apps
