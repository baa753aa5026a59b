#include "cli/readable_inputs.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/files/file_system.hpp"
#include "base/files/report.hpp"

namespace exonweave::apps {
namespace {

// What they take may be a word as well; who reads it knows which there are, and says so.
bool may_be_word(const named_path& input) {
  constexpr std::array<std::string_view, 5> options = {"--splice-model", "--coding-model", "--gene-model", "--matrix",
                                                       "--calibration"};
  return std::ranges::find(options, input.option) != options.end();
}

}  // namespace

void check_readable(const std::vector<named_path>& inputs) {
  std::vector<problem_report> problems;
  for (const named_path& input : inputs) {
    if (input.path.empty() || may_be_word(input)) continue;
    auto problem = why_unreadable(input.path);
    if (!problem) continue;
    const auto is_known = [&](const problem_report& other) { return other.where.file == input.path; };
    if (std::ranges::none_of(problems, is_known)) problems.push_back(*std::move(problem));
  }
  const std::size_t n = problems.size();
  if (n > 0) throw missing_input(std::move(problems), n);
}

}  // namespace exonweave::apps
