#include "exons/candidates/candidate_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>

#include "base/files/file_text.hpp"

namespace exonweave {
namespace {

constexpr std::size_t longest_kept = 200;  // bytes of a value kept for its message, which shows fewer
constexpr std::string_view whole_number = "a whole number from 1 to 9223372036854775807";

problem_report reported(const std::string& path, std::uint64_t line, const complaint& about) {
  return {{path, line}, about.what, std::string(about.got.substr(0, longest_kept)), about.need, about.hint};
}

}  // namespace

void candidate_source::error(std::uint64_t line, const complaint& about) const {
  problems.error(reported(path, line, about));
}

void candidate_source::warn(std::uint64_t line, const complaint& about) const {
  problems.warn(reported(path, line, about));
}

std::optional<std::size_t> candidate_source::find_sequence(std::string_view name) const {
  const auto found = sequences.find(name);
  if (found || growing == nullptr) return found;
  return growing->add(std::string(name), std::numeric_limits<std::int64_t>::max());
}

std::optional<std::size_t> candidate_source::sequence(std::uint64_t line, std::string_view name) const {
  const auto found = find_sequence(name);
  if (found) return found;
  const bool is_shown = problems.error_count() < report::max_errors;  // the search for near names costs time
  error(line, {.what = "unknown sequence",
               .got = name,
               .need = "the name of a sequence of the genome",
               .hint = is_shown ? nearest_hint(name, sequences) : ""});
  return std::nullopt;
}

std::optional<std::int64_t> candidate_source::position(std::uint64_t line, const std::string& column,
                                                       std::string_view text) const {
  const auto number = parse_integer(text);
  if (number.ok() && number.value > 0) return number.value;
  if (number.ok() && number.value == 0)
    error(line, {.what = column + " is 0",
                 .got = text,
                 .need = "at least 1",
                 .hint = "0-based? Positions in this format count from 1"});
  else if (number.ok())
    error(line, {.what = column + " is negative", .got = text, .need = "at least 1"});
  else if (number.fault == number_fault::out_of_range)
    error(line, {.what = column + " does not fit 64 bits", .got = text, .need = std::string(whole_number)});
  else
    error(line, {.what = column + " is not a whole number", .got = text, .need = std::string(whole_number)});
  return std::nullopt;
}

std::optional<double> candidate_source::score(std::uint64_t line, std::string_view text) const {
  const auto number = parse_real(text);
  if (number.ok() && std::isfinite(number.value)) return number.value;
  const bool is_number = number.ok() || number.fault == number_fault::out_of_range;
  error(line,
        {is_number ? "score is not a finite number" : "score is not a number", text, "a finite decimal number or '.'"});
  return std::nullopt;
}

bool candidate_source::inside(std::uint64_t line, interval where, std::int64_t length) const {
  if (where.end <= length) return true;
  error(line, {.what = "end lies beyond the sequence",
               .got = fmt::format("{}..{}", where.start + 1, where.end),
               .need = fmt::format("1..{}", length)});
  return false;
}

std::string nearest_hint(std::string_view name, const sequence_catalog& sequences) {
  constexpr std::size_t longest_name = 256;  // bytes; the distance costs the product of the lengths
  if (name.size() > longest_name) return "";
  const auto names = nearest_names(name, sequences.names());
  return names.empty() ? "" : fmt::format("did you mean {}?", fmt::join(names, ", "));
}

}  // namespace exonweave
