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

/// Sets the outputs of the run to the files of `options.folder`, with those of `also`, and its journal. What an earlier
/// run has left there that this one does not write is superseded, and so are indexes that samtools made of its
/// sequences: all files of the folder tell of one run.
void set_outputs(predict_options& options, const std::vector<std::string>& also);

/// Once the folder is this run's: it goes on from the journal that there is.
void go_on_from_journal(predict_options& options);

/// Refuses a folder that has files of these names without the run.json of an earlier annotate, which is the first that
/// gets its name. Throws cannot_create.
void check_folder(const predict_options& options);

/// The files of a folder before a run.
class folder_content {
 public:
  explicit folder_content(const predict_options& options);

  /// Once the run has written its own: which of these it removed, and why.
  [[nodiscard]] std::vector<std::string> texts_of_removed() const;

 private:
  struct known_file {
    std::string path;
    std::string_view word;  // of --also; empty: none
  };
  std::vector<known_file> files_{};
};

}  // namespace exonweave::apps
