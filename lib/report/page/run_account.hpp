// run.json as the page shows it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files/report.hpp"

namespace exonweave {

/// All but the entry of each region, of which sums are left: `results` has the numbers of `targets` and of those
/// `with_model`, and `times`, pairs of predicted and measured seconds of some regions. A file that is no JSON, of
/// another kind, or whose keys have values of other kinds than a page reads, is an error in `problems`; the result is
/// null then. Null may stand for the value of a key. What is held grows with targets, not with regions. Throws
/// missing_input, io_failure.
nlohmann::ordered_json read_run_account(const std::string& path, report& problems);

/// An input that a run says it read.
struct run_input {
  std::string path;
  std::uint64_t bytes = 0;  // as it was stored
};

/// Those of that role; pipes are none. Throws missing_input, io_failure.
std::vector<run_input> inputs_of_run(const std::string& path, const std::string& role);

/// The same account without folders in the words of its command and in the paths of its inputs, or in any text that is
/// an absolute path: a page is sent to others.
nlohmann::ordered_json without_folders(nlohmann::ordered_json run);

}  // namespace exonweave
