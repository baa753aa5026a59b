#include "base/files/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace exonweave {
namespace {

constexpr std::size_t longest_value = 80;   // bytes of the user's value shown in a message
constexpr std::size_t longest_path = 4096;  // bytes of a file's name: the end of it matters most
constexpr std::size_t longest_name =
    256;  // bytes of one that others are compared with: that costs the product of the lengths

// Control characters as \xHH, cut to so many bytes.
std::string shortened(const std::string& value, std::size_t most = longest_value) {
  std::string out;
  for (const char c : value.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7f ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return value.size() > most ? out + "..." : out;
}

// What is kept of a problem: one line may be many megabytes, and no more of it is shown.
problem_report with_short_value(problem_report problem) {
  if (problem.got.size() <= longest_value) return problem;
  problem.got.resize(longest_value + 1);
  problem.got.shrink_to_fit();
  return problem;
}

std::string place_text(const place& where) {
  if (where.file.empty()) return "";
  const std::string file = shortened(where.file, longest_path);
  return where.line == 0 ? file + ": " : fmt::format("{}:{}: ", file, where.line);
}

std::string all_text(const std::vector<problem_report>& problems) {
  std::string text;
  for (const auto& problem : problems) text += (text.empty() ? "" : "\n") + problem.text();
  return text;
}

}  // namespace

std::string problem_report::text() const {
  std::string detail;
  if (!got.empty()) detail = fmt::format("got '{}'", shortened(got));
  if (!need.empty()) detail += (detail.empty() ? "need " : ", need ") + need;
  if (!detail.empty()) detail = " (" + detail + ")";
  return place_text(where) + what + detail + (hint.empty() ? "" : ". Hint: " + hint);
}

void report::error(problem_report problem) {
  ++n_errors_;
  if (errors_.size() < max_errors) errors_.push_back(with_short_value(std::move(problem)));
}

void report::warn(problem_report problem) {
  const auto [entry, is_new] = warning_index_.try_emplace({problem.where.file, problem.what}, warnings_.size());
  if (is_new) warnings_.push_back({with_short_value(std::move(problem)), 0});
  ++warnings_[entry->second].count;
}

std::vector<std::string> report::warnings() const {
  std::vector<std::string> texts;
  for (const auto& [first, count] : warnings_)
    texts.push_back(first.text() + (count > 1 ? fmt::format(" [and {} more]", count - 1) : ""));
  return texts;
}

void report::throw_if_errors() const {
  if (n_errors_ > 0) throw bad_data(errors_, n_errors_);
}

failure::failure(problem_report problem) : failure(std::vector{std::move(problem)}, 1) {}

failure::failure(std::vector<problem_report> problems, std::size_t n_total)
    : problems_(std::move(problems)), n_total_(n_total), text_(all_text(problems_)) {}

namespace {

// Letters to replace, insert or delete, and neighbours to swap.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// 1 of chr1, but not of chr11.
bool is_ending_of(std::string_view ending, std::string_view name) {
  if (ending.empty() || ending.size() >= name.size() || !name.ends_with(ending)) return false;
  return !is_digit(ending.front()) || !is_digit(name[name.size() - ending.size() - 1]);
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view name, const std::vector<std::string>& known, std::size_t most) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  const std::string requested = lower_case(std::string(name));
  for (const auto& candidate : known) {
    const auto [shorter, longer] = std::minmax({name.size(), candidate.size()});
    const std::size_t max_apart = std::max<std::size_t>(1, longer / 3);
    const bool may_be_near = longer <= longest_name && longer - shorter <= max_apart;
    const std::size_t distance = may_be_near ? edit_distance(requested, lower_case(candidate)) : longer;
    const bool is_near = distance < shorter && distance <= max_apart;
    if (is_near || is_ending_of(name, candidate) || is_ending_of(candidate, name))
      ranked.emplace_back(distance, candidate);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> nearest;
  for (const auto& [distance, candidate] : ranked)
    if (nearest.size() < most) nearest.push_back(candidate);
  return nearest;
}

}  // namespace exonweave
