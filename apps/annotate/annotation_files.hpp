// The files of a folder of `exonweave annotate`, by their names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "predict/predict_options.hpp"

namespace exonweave::apps {

/// What --also takes, divided by commas.
std::string also_words();

/// The words of such a list. Throws bad_usage that names the one that is unknown.
std::vector<std::string> parse_also(const std::string& option, const std::string& text);

bool is_also_word(std::string_view word);

/// Sets the outputs of the run to the files of `options.folder`, with those of `also`, and its journal.
void set_outputs(predict_options& options, const std::vector<std::string>& also);

/// Of the page that shows the run.
std::string report_path(const predict_options& options);

/// Refuses a folder that has files of these names without the run.json of an earlier annotate. Throws cannot_create.
void check_folder(const predict_options& options);

/// Removes what an earlier run has left that this one does not write, its page, and indexes that samtools made of its
/// sequences: all files of the folder tell of one run. Tells what it removes, unless --quiet.
void remove_others(const predict_options& options);

}  // namespace exonweave::apps
