// Parsing by from_chars: the locale changes no number. A leading zero is refused: 010 is 8 to some, and 10 to others.
#include "cli/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/files/file_text.hpp"
#include "base/files/report.hpp"
#include "cli/help_formatter.hpp"
#include "cli/messages.hpp"
#include "cli/output_folder.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/splice_model.hpp"

namespace exonweave::apps {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A number that begins with a zero which no other number has.
bool has_leading_zero(std::string_view text) { return text.size() > 1 && text[0] == '0' && is_digit(text[1]); }

// Digits only, from the front of `text`, which loses them. False when there are none, one is a leading zero, or the
// number is too large.
bool take_digits(std::string_view& text, std::uint64_t& number) {
  if (has_leading_zero(text)) return false;
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

written_score parse_score_in(const std::string& option, std::string_view text, std::int64_t least, std::int64_t most) {
  const auto score = parse_written_score(text);
  if (!score || *score < least || *score > most)
    refuse_option(option, {.what = "not a score",
                           .got = std::string(text),
                           .need = "a number from " + std::to_string(least) + " to " + std::to_string(most) +
                                   ", whole or with .5 at its end"});
  return *score;
}

// Of a length with a unit.
std::string length_hint(std::string_view text) {
  std::uint64_t number = 0;
  if (!take_digits(text, number) || text.empty()) return "";
  constexpr std::uint64_t most = 1'000'000;
  const char unit = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
  if (number > most || (unit != 'k' && unit != 'm')) return "digits alone";
  return fmt::format("digits alone, without a unit: {}", number * (unit == 'k' ? 1'000 : 1'000'000));
}

// A path of the command line and what it leads to.
struct named_file {
  const named_path* named;
  file_identity leads_to;
};

// Those that were given. A standard stream, `device`, may lead to a file.
std::vector<named_file> files_of(const std::vector<named_path>& paths, const char* device) {
  std::vector<named_file> files;
  for (const named_path& each : paths)
    if (!each.path.empty()) files.push_back({&each, file_identity(each.path == "-" ? device : each.path)});
  return files;
}

// By its usual names; after another name it is found as what it leads to.
bool is_standard_stream(const std::string& path, const std::string& name, const std::string& number) {
  return path == "-" || path == "/dev/" + name || path == "/dev/fd/" + number || path == "/proc/self/fd/" + number;
}

bool is_standard_input(const std::string& path) { return is_standard_stream(path, "stdin", "0"); }
bool is_standard_output(const std::string& path) { return is_standard_stream(path, "stdout", "1"); }

void check_streams(const std::vector<named_file>& inputs) {
  std::vector<named_file> before;
  for (const named_file& input : inputs) {
    const bool is_standard = is_standard_input(input.named->path);
    if (!is_standard && !input.leads_to.is_pipe()) continue;
    for (const auto& [named, leads_to] : before) {
      const bool is_other_standard = is_standard_input(named->path);
      if (!(is_standard && is_other_standard) && !input.leads_to.is_that_of(leads_to)) continue;
      refuse_option(input.named->option,
                    {.what = is_standard || is_other_standard ? "standard input can be read only once"
                                                              : "a pipe can be read only once",
                     .got = input.named->path,
                     .need = "a file, because " + named->option + " reads it already"});
    }
    before.push_back(input);
  }
}

// What belongs to an input: this program, or another, finds it next to the file.
constexpr std::string_view next_to_inputs[] = {".fai", ".gzi", ".tbi", ".csi", ".journal"};

struct belonging {
  const named_path* input;
  std::string_view ending;
  file_identity leads_to;
};

// It lies next to the name that was given, or next to the file that the name leads to.
std::vector<belonging> belongings_of(const std::vector<named_file>& inputs) {
  std::vector<belonging> all;
  for (const auto& [named, leads_to] : inputs)
    for (const std::string& path : {named->path, leads_to.resolved().string()})
      for (const std::string_view ending : next_to_inputs)
        all.push_back({named, ending, file_identity(path + std::string(ending))});
  return all;
}

void refuse_same(const named_file& output, const std::vector<named_file>& others, const std::string& what) {
  for (const named_file& other : others)
    if (output.leads_to.is_that_of(other.leads_to))
      refuse_option(output.named->option,
                    {.what = what + other.named->option, .got = output.named->path, .need = "another file"});
}

void refuse_repeated(const std::vector<named_file>& inputs) {
  for (auto input = inputs.begin(); input != inputs.end(); ++input)
    if (std::any_of(inputs.begin(), input, [&](const named_file& before) {
          return before.named->option == input->named->option && input->leads_to.is_that_of(before.leads_to);
        }))
      refuse_option(input->named->option,
                    {.what = "the file is given twice", .got = input->named->path, .need = "it once"});
}

// Who writes to standard error by its name wants it among the messages.
bool is_standard_error(const std::string& path) { return path != "-" && is_standard_stream(path, "stderr", "2"); }

void refuse_shared_stream(const named_file& output, const std::vector<named_file>& before) {
  for (const named_file& other : before)
    if (is_standard_output(output.named->path) && is_standard_output(other.named->path))
      refuse_option(output.named->option, {.what = "standard output is already taken by " + other.named->option,
                                           .got = output.named->path,
                                           .need = "a file"});
  const auto is_shareable = [](const named_file& file) {
    return !file.leads_to.is_pipe() || is_standard_error(file.named->path);
  };
  for (const named_file& other : before)
    if (!is_shareable(output) && !is_shareable(other)) refuse_same(output, {other}, "the output is also that of ");
}

// In their order.
std::string positional_words(const CLI::App& command) {
  std::vector<std::string> titles;
  for (const CLI::Option* each : command.get_options(&CLI::Option::get_positional)) titles.push_back(each->get_name());
  return fmt::format("{}", fmt::join(titles, " "));
}

// The results of the named option go to the one that stands alone, which is read after it. That the one needs the other
// is how lone_form() finds the pair.
template <class Paths>
CLI::Option* add_forms(CLI::App& command, const input_forms& forms, Paths& paths, std::string& given_as,
                       const std::string& help_of_named) {
  given_as = forms.alone;
  const std::string name = forms.named.substr(forms.named.find("--"));
  const auto hand_over = [&command, &given_as, alone = forms.alone, name](const std::vector<std::string>& values) {
    CLI::Option& other = *command.get_option(alone);
    if (other.count() > 0 && command.remaining_size() > 0)  // an unknown option, which may have left its value alone
      throw CLI::ExtrasError(command.get_name(), command.remaining());
    if (other.count() > 0)
      throw bad_usage({.what = fmt::format("{} together with {}", alone, name),
                       .got = other.results().front(),
                       .need = "one of them",
                       .hint = fmt::format("values without the name of an option are {}", positional_words(command))});
    for (const std::string& value : values) other.add_result(value);
    given_as = name;
  };
  CLI::Option* const named =
      command.add_option_function<std::vector<std::string>>(forms.named, hand_over, help_of_named)
          ->type_name("FILE")
          ->expected(1)
          ->allow_extra_args(false);
  named->needs(command.add_option(forms.alone, paths, fmt::format("{} (also as {})", forms.help, forms.named))
                   ->type_name("FILE")
                   ->required(forms.requested == presence::required));
  leave_to_other_spelling(command, name.c_str());
  return named;
}

}  // namespace

CLI::Option* add_files_option(CLI::App& command, const std::string& names, std::vector<std::string>& paths,
                              const std::string& help) {
  return command.add_option(names, paths, help)
      ->type_name("FILE")
      ->expected(1)
      ->allow_extra_args(false)  // values that stand alone may follow
      ->take_all();
}

void add_input_option(CLI::App& command, const input_forms& forms, std::string& path, std::string& given_as) {
  add_forms(command, forms, path, given_as, "The same as " + forms.alone);
}

void add_input_option(CLI::App& command, const input_forms& forms, std::vector<std::string>& paths,
                      std::string& given_as) {
  add_forms(command, forms, paths, given_as, fmt::format("The same as {}. May be repeated", forms.alone))->take_all();
}

const CLI::Option* lone_form(const CLI::Option& option) {
  const auto needed = option.get_needs();
  return needed.empty() ? nullptr : *needed.begin();
}

const CLI::Option* named_form(const CLI::App& command, const CLI::Option& option) {
  const auto found = command.get_options([&](const CLI::Option* each) { return lone_form(*each) == &option; });
  return found.empty() ? nullptr : found.front();
}

void add_text_option(CLI::App& command, const std::string& names, std::function<void(const std::string&)> take,
                     const std::string& help, const std::string& type) {
  command.add_option_function<std::string>(names, take, help)->type_name(type);
}

void add_threads_option(CLI::App& command, thread_numbers& threads, run_place place, const std::string& help,
                        unsigned processors) {
  threads = resolve_threads(std::nullopt, place, processors);
  add_text_option(
      command, "-t,--threads",
      [&threads, place, processors](const std::string& text) {
        const auto requested = static_cast<unsigned>(parse_count("--threads", text, 1, max_threads));
        threads = resolve_threads(requested, place, processors);
      },
      help, "N");
}

void add_memory_option(CLI::App& command, std::optional<std::uint64_t>& bytes, const std::string& help) {
  add_parsed_option(command, "--memory", bytes, parse_memory, help, "SIZE");
}

void add_calibration_option(CLI::App& command, std::string& path) {
  command
      .add_option("--calibration", path,
                  "Times that 'exonweave calibrate' measured, for estimates and 'auto'. With 'off' the built-in times")
      ->type_name("FILE|off");
  mark_superseded(command, "--calibration", "EXONWEAVE_CALIBRATION in the environment");
}

void mark_superseded(CLI::App& command, const char* option, const std::string& now) {
  const auto note = [option, now, is_told = false](const std::string&) mutable {
    if (!std::exchange(is_told, true))
      tell("exonweave: note: {} is now written as {}; it is accepted until version 0.4.0\n", option, now);
    return std::string();
  };
  command.get_option(option)->group("")->check(note);
}

std::string given_option::text() const { return fmt::format("{}", fmt::join(values, ",")); }

std::vector<given_option> given_options(const CLI::App& command) {
  std::vector<given_option> given;
  for (const CLI::Option* each : command.get_options()) {
    if (each->count() == 0 || lone_form(*each) != nullptr) continue;
    const bool is_flag = each->get_expected_max() == 0;
    const CLI::Option* const named = named_form(command, *each);
    given.push_back({.name = (named == nullptr ? each : named)->get_name(),
                     .values = is_flag ? std::vector<std::string>{} : each->results(),
                     .decides_results = each->get_configurable(),
                     .is_file = each->get_type_name().find("FILE") != std::string::npos});
  }
  return given;
}

std::uint64_t parse_count(const std::string& option, std::string_view text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t number = 0;
  std::string_view rest = text;
  if (!take_digits(rest, number) || !rest.empty() || number < least || number > most)
    refuse_option(option, {.what = "not a number in its range",
                           .got = std::string(text),
                           .need = std::to_string(least) + " to " + std::to_string(most)});
  return number;
}

written_score parse_score(const std::string& option, std::string_view text) {
  using limits = std::numeric_limits<std::int32_t>;
  return parse_score_in(option, text, limits::min(), limits::max());
}

written_score parse_cost(const std::string& option, std::string_view text) {
  constexpr std::int64_t max_cost = 1'000'000;
  return parse_score_in(option, text, 0, max_cost);
}

void refuse_word(const std::string& option, const std::string& text, const std::string& words) {
  refuse_option(option, {.what = "unknown word", .got = std::string(text), .need = "one of " + words});
}

std::string splice_model_words() { return fmt::format("{}", fmt::join(built_in_splice_models(), "|")); }

std::string round_number_text(double number) {
  std::string text = fmt::format("{:g}", number);
  std::erase(text, '+');
  return text;
}

std::uint64_t half_of_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PHYS_PAGES)));
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 2;
}

std::int64_t parse_length(const std::string& option, const std::string& text) {
  return parse_length_next_to("", option, text);
}

std::int64_t parse_length_next_to(const std::string& word, const std::string& option, const std::string& text) {
  constexpr std::int64_t most = 1'000'000'000;
  const auto length = parse_plain_integer(text);
  if (length && 0 <= *length && *length <= most) return *length;
  throw bad_usage({.what = option + ": not a number in its range",
                   .got = std::string(text),
                   .need = fmt::format("0 to {} nt{}", most, word.empty() ? "" : ", or " + word),
                   .hint = length_hint(text)});
}

int parse_genetic_code(const std::string& option, const std::string& text) {
  const auto id = parse_plain_integer(text);
  if (!id || !genetic_code::is_known(*id))
    throw bad_usage({.what = option + ": not the number of a genetic code",
                     .got = std::string(text),
                     .need = fmt::format("one of {}", fmt::join(genetic_code::ids(), ", "))});
  return static_cast<int>(*id);
}

double parse_fraction(const std::string& option, std::string_view text) {
  const auto number = parse_plain_decimal(text);
  if (!number || !(0 <= *number && *number <= 1))
    throw bad_usage(
        {.what = option + ": not a share", .got = std::string(text), .need = "a decimal number from 0 to 1"});
  return *number;
}

double parse_e_value(const std::string& option, std::string_view text) {
  constexpr double max_e_value = 1'000'000;
  const auto number = parse_real(text);
  if (!number.ok() || has_leading_zero(text) || text.starts_with('+') ||
      !(0 < number.value && number.value <= max_e_value))
    refuse_option(option, {.what = "not an E-value",
                           .got = std::string(text),
                           .need = "a number above 0, at most 1000000, such as 0.01 or 1e-5"});
  return number.value;
}

std::uint64_t parse_memory(const std::string& option, std::string_view text) {
  std::uint64_t number = 0;
  std::string_view unit = text;
  const bool has_digits = take_digits(unit, number);
  const int shift = unit_shift(unit);
  if (!has_digits || shift < 0 || number == 0 || number > std::numeric_limits<std::uint64_t>::max() >> shift)
    refuse_option(option, {.what = "not a size",
                           .got = std::string(text),
                           .need = "a whole number of bytes, or with K, M, G or T as in 512M or 2GiB"});
  return number << shift;
}

void check_paths(const std::vector<named_path>& inputs, const std::vector<named_path>& outputs) {
  const std::vector<named_file> read = files_of(inputs, "/dev/stdin");
  check_streams(read);
  refuse_repeated(read);
  const std::vector<belonging> next_to = belongings_of(read);
  std::vector<named_file> checked;
  for (const named_file& output : files_of(outputs, "/dev/stdout")) {
    refuse_shared_stream(output, checked);
    if (output.leads_to.is_file_or_new()) {  // devices such as /dev/null may be named as often as one likes
      refuse_same(output, read, "the output is also the input of ");
      refuse_same(output, checked, "the output is also that of ");
      for (const auto& [input, ending, leads_to] : next_to)
        if (output.leads_to.is_that_of(leads_to))
          refuse_option(output.named->option,
                        {.what = fmt::format("the output belongs to the input of {}: its {}", input->option, ending),
                         .got = output.named->path,
                         .need = "another file"});
    }
    checked.push_back(output);
  }
}

std::vector<std::string> parse_word_list(const std::string& option, std::string_view text,
                                         std::span<const std::string_view> known) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    if (std::ranges::find(known, words.back()) == known.end())
      refuse_word(option, words.back(), fmt::format("{}", fmt::join(known, ",")));
    begin = end + 1;
  }
  return words;
}

namespace {

// Of version 2, and of version 1 put together to the same; nothing where there is none.
std::string text_of_quota() {
  std::string quota, period;
  if (std::ifstream file("/sys/fs/cgroup/cpu.max"); std::getline(file, quota)) return quota;
  std::ifstream of_quota("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  std::ifstream of_period("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  if (std::getline(of_quota, quota) && std::getline(of_period, period)) return quota + " " + period;
  return {};
}

// Those that this process may run on: taskset, Slurm and containers say so. The C++ library counts all that the machine
// has.
unsigned allowed_processors() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) return static_cast<unsigned>(CPU_COUNT(&allowed));
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

unsigned processors_of_quota(std::string_view cpu_max) {
  const std::size_t blank = cpu_max.find(' ');
  if (blank == std::string_view::npos) return 0;
  const auto quota = parse_plain_integer(cpu_max.substr(0, blank));
  const auto period = parse_plain_integer(cpu_max.substr(blank + 1));
  if (!quota || !period || *quota <= 0 || *period <= 0) return 0;
  return static_cast<unsigned>((*quota + *period - 1) / *period);
}

unsigned n_processors() {
  const unsigned n = allowed_processors();
  const unsigned of_quota = processors_of_quota(text_of_quota());
  return of_quota == 0 ? n : std::min(n, of_quota);
}

thread_numbers resolve_threads(std::optional<unsigned> requested, run_place place, unsigned n_processors) {
  const unsigned total = requested.value_or(n_processors), here = std::min(total, n_processors);
  return {place == run_place::here ? here : total, here};
}

}  // namespace exonweave::apps
