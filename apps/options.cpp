// Parsing by from_chars: neither the locale nor a leading zero changes a number.
#include "options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <limits>
#include <thread>

#include "exons/io/parse_number.hpp"
#include "exons/io/plain_integer.hpp"
#include "exons/io/report.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/splice_model.hpp"
#include "resolved_path.hpp"

namespace exonweave::apps {
namespace {

constexpr std::uint64_t most_threads = 65536;

[[noreturn]] void refuse(const std::string& option, std::string what, std::string_view got,
                         std::string need) {
  problem_report problem;
  problem.where.file = option;
  problem.what = std::move(what);
  problem.got = got;
  problem.need = std::move(need);
  throw bad_usage(problem);
}

// Digits only, from the front of `text`, which loses them. False when there are none or the number is too
// large.
bool take_digits(std::string_view& text, std::uint64_t& number) {
  const char* end = text.data() + text.size();
  const auto [stopped, code] = std::from_chars(text.data(), end, number);
  if (code != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(stopped - text.data()));
  return true;
}

// How far a unit shifts a number to the left; -1 when `unit` is none.
int unit_shift(std::string_view unit) {
  if (unit.empty()) return 0;
  std::string lower(unit);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (lower == "b") return 0;
  const std::string rest = lower.substr(1);
  const std::size_t power = std::string_view("kmgt").find(lower.front());
  const bool is_unit = power != std::string_view::npos && (rest.empty() || rest == "b" || rest == "ib");
  return is_unit ? 10 * (static_cast<int>(power) + 1) : -1;
}

written_score parse_score_in(const std::string& option, std::string_view text, std::int64_t least,
                             std::int64_t most) {
  const auto score = parse_written_score(text);
  if (!score || *score < least || *score > most)
    refuse(option, "not a score", text,
           "a number from " + std::to_string(least) + " to " + std::to_string(most) +
               ", whole or with .5 at its end");
  return *score;
}

bool is_standard_stream(const std::string& path, const char* device) { return path == "-" || path == device; }

bool same_file(const std::string& a, const std::string& b) {
  if (a == b) return true;
  std::error_code absent;
  return std::filesystem::equivalent(a, b, absent) || resolved_path(a) == resolved_path(b);
}

// Devices such as /dev/null may be named as often as one likes.
bool is_file_or_new(const std::string& path) {
  std::error_code absent;
  const auto status = std::filesystem::status(path, absent);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

void check_standard_input(const std::vector<named_path>& inputs) {
  const named_path* first = nullptr;
  for (const auto& input : inputs) {
    if (!is_standard_stream(input.path, "/dev/stdin")) continue;
    if (first != nullptr)
      refuse(input.option, "standard input can be read only once", input.path,
             "a file, because " + first->option + " reads it already");
    first = &input;
  }
}

// What stands behind a path, a standard stream too: it may lead to a file.
std::string behind(const std::string& path, const char* device) { return path == "-" ? device : path; }

void check_output(const named_path& output, const std::vector<named_path>& others, const char* device,
                  const std::string& what) {
  for (const auto& other : others)
    if (!other.path.empty() && same_file(behind(output.path, "/dev/stdout"), behind(other.path, device)))
      refuse(output.option, what + other.option, output.path, "another file");
}

}  // namespace

void add_threads_option(CLI::App& command, unsigned& n_threads) {
  n_threads = std::max(1U, std::thread::hardware_concurrency());
  command
      .add_option_function<std::string>(
          "--threads",
          [&n_threads](const std::string& text) {
            n_threads = static_cast<unsigned>(parse_count("--threads", text, 1, most_threads));
          },
          "threads to compute with; no more work than there are processors (default: all of these)")
      ->type_name("N");
}

void add_memory_option(CLI::App& command, std::optional<std::uint64_t>& bytes, const std::string& help) {
  command
      .add_option_function<std::string>(
          "--memory", [&bytes](const std::string& text) { bytes = parse_memory("--memory", text); }, help)
      ->type_name("SIZE");
}

void add_calibration_option(CLI::App& command, std::string& path) {
  command
      .add_option(
          "--calibration", path,
          "what 'exonweave calibrate' has measured, by which times are expected and auto chooses; off: "
          "what comes with the program [where calibrate writes it, if it is there]")
      ->type_name("FILE|off");
}

std::vector<std::pair<std::string, std::string>> given_options(const CLI::App& command) {
  std::vector<std::pair<std::string, std::string>> given;
  for (const CLI::Option* each : command.get_options())
    if (each->count() > 0)
      given.emplace_back(each->get_name(), fmt::format("{}", fmt::join(each->results(), ",")));
  return given;
}

std::uint64_t parse_count(const std::string& option, std::string_view text, std::uint64_t least,
                          std::uint64_t most) {
  std::uint64_t number = 0;
  std::string_view rest = text;
  if (!take_digits(rest, number) || !rest.empty() || number < least || number > most)
    refuse(option, "not a number in its range", text, std::to_string(least) + " to " + std::to_string(most));
  return number;
}

written_score parse_score(const std::string& option, std::string_view text) {
  using limits = std::numeric_limits<std::int32_t>;
  return parse_score_in(option, text, limits::min(), limits::max());
}

written_score parse_cost(const std::string& option, std::string_view text) {
  constexpr std::int64_t most_cost = 1'000'000;
  return parse_score_in(option, text, 0, most_cost);
}

void refuse_word(const std::string& option, const std::string& text, const std::string& words) {
  refuse(option, "unknown word", text, "one of " + words);
}

std::string splice_model_words() { return fmt::format("{}", fmt::join(built_in_splice_models(), "|")); }

std::uint64_t half_of_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PHYS_PAGES)));
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 2;
}

std::int64_t parse_length(const std::string& option, const std::string& text) {
  return static_cast<std::int64_t>(parse_count(option, text, 0, 1'000'000'000));
}

int parse_genetic_code(const std::string& option, const std::string& text) {
  const auto id = parse_plain_integer(text);
  if (!id || !genetic_code::is_known(*id))
    throw bad_usage({{},
                     option + ": not the number of a genetic code",
                     text,
                     fmt::format("one of {}", fmt::join(genetic_code::ids(), ", ")),
                     ""});
  return static_cast<int>(*id);
}

double parse_share(const std::string& option, std::string_view text) {
  const auto number = parse_real(text);
  if (!number.ok() || !(0 <= number.value && number.value <= 1))
    throw bad_usage({{}, option + ": not a share", std::string(text), "a decimal number from 0 to 1", ""});
  return number.value;
}

double parse_e_value(const std::string& option, std::string_view text) {
  constexpr double most_e_value = 1'000'000;
  const auto number = parse_real(text);
  if (!number.ok() || !(0 < number.value && number.value <= most_e_value))
    refuse(option, "not an E-value", text, "a number above 0, at most 1000000, such as 0.01 or 1e-5");
  return number.value;
}

std::uint64_t parse_memory(const std::string& option, std::string_view text) {
  std::uint64_t number = 0;
  std::string_view unit = text;
  const bool has_digits = take_digits(unit, number);
  const int shift = unit_shift(unit);
  if (!has_digits || shift < 0 || number == 0 || number > std::numeric_limits<std::uint64_t>::max() >> shift)
    refuse(option, "not a size", text, "a whole number of bytes, or with K, M, G or T as in 512M or 2GiB");
  return number << shift;
}

void check_paths(const std::vector<named_path>& inputs, const std::vector<named_path>& outputs) {
  check_standard_input(inputs);
  std::vector<named_path> checked;
  for (const auto& output : outputs) {
    if (output.path.empty()) continue;
    if (is_standard_stream(output.path, "/dev/stdout"))
      for (const auto& other : checked)
        if (is_standard_stream(other.path, "/dev/stdout"))
          refuse(output.option, "standard output is already taken by " + other.option, output.path, "a file");
    if (is_file_or_new(behind(output.path, "/dev/stdout"))) {
      check_output(output, inputs, "/dev/stdin", "the output is also the input of ");
      check_output(output, checked, "/dev/stdout", "the output is also that of ");
    }
    checked.push_back(output);
  }
}

}  // namespace exonweave::apps
