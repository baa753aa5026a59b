// Options that several subcommands share, with one spelling, one check and one message each.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/report.hpp"
#include "cli/command_line.hpp"
#include "exons/settings/setting_values.hpp"

namespace exonweave::apps {

// How many threads a run has use for on this machine. More of them would only hold memory: each has an alignment under
// way.

/// Processors that this process may run on, as far as its affinity and the quota of its control group say; 1 at least.
unsigned n_processors();

/// Those that a quota allows: the text of cpu.max, "200000 100000" (microseconds in a period); a part of one counts as
/// one. 0: no quota.
unsigned processors_of_quota(std::string_view cpu_max);

/// Whether a run is done by this process; an estimate or a plan may be for another machine.
enum class run_place { here, elsewhere };

struct thread_numbers {
  unsigned of_run =
      1;  // of the run that is done, or that is estimated or planned: by these its time and memory are expected
  unsigned here = 1;  // that work in this process
};

/// Of the threads that were requested (nothing: as many as there are processors) no more work here than there are
/// processors.
thread_numbers resolve_threads(std::optional<unsigned> requested, run_place place, unsigned n_processors);

/// A path as an option gave it: {"--genome", "hg38.fa"}.
struct named_path {
  std::string option;
  std::string path;
};

/// An option that was given.
struct given_option {
  std::string name;                 // the long one
  std::vector<std::string> values;  // empty: a flag
  bool decides_results = false;     // by itself, or by what the file holds that it names: begin_option_group()
  bool is_file = false;             // or may be

  /// Comma-separated.
  [[nodiscard]] std::string text() const;
};

std::vector<given_option> given_options(const CLI::App& command);

enum class presence { optional, required };

/// An input that may stand alone or be named: GENOME, or -g,--genome.
struct input_forms {
  std::string alone;
  std::string named;
  std::string help;
  presence requested = presence::required;
};

/// Adds both forms, which help lists as one. Values of the named one go to the other; both at once are bad_usage.
/// `given_as` becomes the form that was used, for messages.
void add_input_option(CLI::App& command, const input_forms& forms, std::string& path, std::string& given_as);
/// The same for one or more files; the named form may be repeated.
void add_input_option(CLI::App& command, const input_forms& forms, std::vector<std::string>& paths,
                      std::string& given_as);

/// GENOME for --genome; null: the option has one form.
const CLI::Option* lone_form(const CLI::Option& option);

/// --genome for GENOME; null: the option has one form.
const CLI::Option* named_form(const CLI::App& command, const CLI::Option& option);

/// Adds an option that names a file, and may be repeated.
CLI::Option* add_files_option(CLI::App& command, const std::string& names, std::vector<std::string>& paths,
                              const std::string& help);

constexpr std::uint64_t max_threads = 65536;

/// Adds -t,--threads N (1 to max_threads). `threads` are resolved at once, and again when N is given. `help` says what
/// they are of.
void add_threads_option(CLI::App& command, thread_numbers& threads, run_place place, const std::string& help,
                        unsigned processors = n_processors());

/// The help of those that work in this process.
constexpr const char* help_of_threads = "Threads to compute with, at most all processors of the run (default: all)";

/// Adds --memory SIZE; `bytes` keeps its value when the option is not given.
void add_memory_option(CLI::App& command, std::optional<std::uint64_t>& bytes, const std::string& help);

/// What messages call the file of the calibration.
constexpr std::string_view calibration_role = "the calibration";

/// Adds --calibration FILE|off of earlier versions; `path` keeps its value when the option is not given.
void add_calibration_option(CLI::App& command, std::string& path);

/// Hides an option of earlier versions, by its long name. No help and no page lists it. Where it is given, a note names
/// `now`, which replaces it, and says that it is accepted until version 0.4.0.
void mark_superseded(CLI::App& command, const char* option, const std::string& now);

/// How help says a large round number: "2e10".
std::string round_number_text(double number);

/// Half of the machine's memory, in bytes.
std::uint64_t half_of_memory();

/// The splice models that are part of the program: vertebrate|plant|...
std::string splice_model_words();

/// Throws bad_usage: `text` is none of `words`.
[[noreturn]] void refuse_word(const std::string& option, const std::string& text, const std::string& words);

/// Adds an option whose text `take` is given. `names` as CLI11 takes them.
void add_text_option(CLI::App& command, const std::string& names, std::function<void(const std::string&)> take,
                     const std::string& help, const std::string& type);

/// A word and what it stands for.
template <class Value>
struct choice {
  std::string word;
  Value value;
};

/// Adds an option that takes one of a few words; `value` keeps its value when it is not given. Any other word
/// is a usage error that lists them.
template <class Value>
void add_choice_option(CLI::App& command, const std::string& option, Value& value, std::vector<choice<Value>> choices,
                       const std::string& help) {
  std::string words;
  for (const auto& each : choices) words += (words.empty() ? "" : "|") + each.word;
  add_text_option(
      command, option,
      [&value, choices = std::move(choices), option, words](const std::string& text) {
        for (const auto& each : choices)
          if (each.word == text) {
            value = each.value;
            return;
          }
        refuse_word(option, text, words);
      },
      help, words);
}

/// Adds an option whose text `parse(option, text)` turns into `value`, which is left alone when it is not given.
/// `names` as CLI11 takes them; errors name the long one.
template <class Value, class Parse>
void add_parsed_option(CLI::App& command, const std::string& names, Value& value, Parse parse, const std::string& help,
                       const std::string& type) {
  add_text_option(
      command, names,
      [&value, parse, option = names.substr(names.find("--"))](const std::string& text) {
        value = parse(option, text);
      },
      help, type);
}

/// A whole number in [least, most], decimal digits only. Throws bad_usage that names `option`.
std::uint64_t parse_count(const std::string& option, std::string_view text, std::uint64_t least, std::uint64_t most);

/// A length in nt: a whole number in [0, 1000000000]. Throws bad_usage that names `option`.
std::int64_t parse_length(const std::string& option, const std::string& text);

/// The number of one of NCBI's genetic codes that is known. Throws bad_usage that names `option`.
int parse_genetic_code(const std::string& option, const std::string& text);

/// A decimal number from 0 to 1. Throws bad_usage that names `option`.
double parse_fraction(const std::string& option, std::string_view text);

/// A decimal number above 0 and at most 1000000, such as 0.01 or 1e-5. Throws bad_usage that names `option`.
double parse_e_value(const std::string& option, std::string_view text);

/// A whole number of 32 bits, or one half more: digits with at most a minus before and .5 after them. Throws bad_usage
/// that names `option`.
written_score parse_score(const std::string& option, std::string_view text);

/// The same in [0, 1000000].
written_score parse_cost(const std::string& option, std::string_view text);

/// "1048576", "512M", "1GiB" -> bytes: a whole number and K, M, G or T, alone or followed by B or iB, upper
/// or lower case, all powers of 1024. At least 1 byte. Throws bad_usage that names `option`.
std::uint64_t parse_memory(const std::string& option, std::string_view text);

/// Refuses an input that one option names twice, and what would destroy data: one standard input, or another pipe, read
/// twice; an output that is also an input (the same file by any name, or after a standard stream) or belongs to one
/// (its .fai, .gzi, .tbi, .csi or journal); two outputs to one file or pipe. Empty paths (options not given) are
/// skipped; "-" is standard input or output. Throws bad_usage.
void check_paths(const std::vector<named_path>& inputs, const std::vector<named_path>& outputs);

// Lengths on the command line, and what helps where one is none.

/// parse_length() of an option that takes `word` as well, which its message names; empty: none.
std::int64_t parse_length_next_to(const std::string& word, const std::string& option, const std::string& text);

// Refusing what an option says.

/// Throws bad_usage with the option in the place of a file.
[[noreturn]] inline void refuse_option(const std::string& option, problem_report problem) {
  problem.where.file = option;
  throw bad_usage(std::move(problem));
}

// Options that take some of a few words, with commas between them.

/// The words of `text`. Throws bad_usage that names the first that is none of `known`.
std::vector<std::string> parse_word_list(const std::string& option, std::string_view text,
                                         std::span<const std::string_view> known);

}  // namespace exonweave::apps
