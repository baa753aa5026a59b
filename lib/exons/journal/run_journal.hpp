// What a run has found so far, in a file beside its output, so that a later run goes on where this one was ended, by whatever.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exons/io/record_log.hpp"
#include "exons/prediction/prediction.hpp"
#include "exons/search/locus_search.hpp"

namespace exonweave {

/// Something that results depend on, and its value: an option, the checksum of a file.
using run_setting = std::pair<std::string, std::string>;

class run_journal {
 public:
  /// Of a run with these settings, which are told apart by name. Where it goes on, what stands in the file is kept as far as
  /// it is whole; else the file is begun anew. Throws bad_data with all that differs when the file tells of another run,
  /// cannot_create, io_failure.
  run_journal(std::string path, const std::vector<run_setting>& settings, bool goes_on);

  [[nodiscard]] const std::string& path() const { return log_.path(); }

  /// Those that a search found; nothing where none had ended.
  [[nodiscard]] const std::optional<std::vector<found_locus>>& loci() const { return loci_; }
  /// What was noted before this run, by place; but once.
  [[nodiscard]] std::vector<placed_result> take_results() { return std::exchange(results_, {}); }

  void note(const std::vector<found_locus>& loci);
  /// Any thread. What was too large is not kept: it may have more memory the next time.
  void note(std::size_t place, const locus_result& result);

  /// Whether anything would be lost with it.
  [[nodiscard]] bool holds_anything() const { return n_noted_ > 0; }
  /// Results in the file.
  [[nodiscard]] std::size_t n_results() const { return n_results_; }

  /// The file goes: all is done.
  void remove() noexcept { log_.remove(); }

 private:
  void read(std::string&& record, const std::vector<run_setting>& settings);

  record_log log_;
  bool is_begun_ = false;  // the settings stand in the file
  std::optional<std::vector<found_locus>> loci_;
  std::vector<placed_result> results_;
  std::atomic<std::size_t> n_noted_ = 0;  // records behind the settings
  std::atomic<std::size_t> n_results_ = 0;
};

}  // namespace exonweave
