#include "predict_journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "exons/io/file_checksum.hpp"
#include "failures.hpp"
#include "predict_output_options.hpp"
#include "predict_search.hpp"

namespace exonweave::apps {
namespace {

constexpr std::string_view journal_format = "6";  // of what stands in it

// Options that no result depends on, and those of files, which are told by what is in them.
constexpr std::array<std::string_view, 40> without_effect{"--help",
                                                          "--genome",
                                                          "--candidates",
                                                          "--targets",
                                                          "--pairs",
                                                          "--hits",
                                                          "--scoring",
                                                          "--splice-model",
                                                          "--splice-scores",
                                                          "--out",
                                                          "--style",
                                                          "--locus-out",
                                                          "--protein-out",
                                                          "--cds-out",
                                                          "--alignment-out",
                                                          "--evm-out",
                                                          "--bed-out",
                                                          "--paf-out",
                                                          "--unplaced-out",
                                                          "--multiqc-out",
                                                          "--model-out",
                                                          "--summary",
                                                          "--id-prefix",
                                                          "--quiet",
                                                          "--journal",
                                                          "--resume",
                                                          "--plan",
                                                          "--part",
                                                          "--parts",
                                                          "--parts-out",
                                                          "PART",
                                                          "--engine",
                                                          "--calibration",
                                                          "--devices",
                                                          "--threads",
                                                          "--memory",
                                                          "--strict",
                                                          "--no-junction-chain",
                                                          "--no-prefix-sharing",
                                                          "--no-suffix-sharing"};

// Two builds of one version may give other results. Empty where the system does not tell what runs.
std::string checksum_of_program() {
  constexpr const char* program = "/proc/self/exe";
  std::error_code is_not_there;
  return std::filesystem::exists(program, is_not_there) ? checksum_file(program).md5 : "";
}

bool is_asked(const predict_options& options) { return options.resumes || !options.journal.empty(); }

bool is_long(const predict_inputs& read) {
  double n_cells = 0;
  for (const alignment_case& each : read.cases)
    n_cells += static_cast<double>(count_cells(each, read.targets));
  return read.is_searched || n_cells > most_cells_everywhere;
}

std::string text_of_damage(const run_journal& journal) {
  if (journal.damaged_bytes() == 0) return "";
  return fmt::format("; {} bytes behind what is whole are left out", journal.damaged_bytes());
}

}  // namespace

std::vector<run_setting> settings_of(const predict_options& options, const predict_inputs& read,
                                     const std::vector<input_file>& files) {
  std::vector<run_setting> settings{{"version of exonweave", EXONWEAVE_VERSION},
                                    {"build of exonweave", checksum_of_program()},
                                    {"format of journals", std::string(journal_format)}};
  std::size_t n_targets = 0, n_candidates = 0;
  for (const input_file& each : files) {
    std::size_t* const count = each.role == "targets"      ? &n_targets
                               : each.role == "candidates" ? &n_candidates
                                                           : nullptr;
    const std::string number = count == nullptr || ++*count == 1 ? "" : fmt::format(" {}", *count);
    settings.emplace_back(fmt::format("MD5 of {}{}", each.role, number), each.sum->md5);
  }
  if (std::ranges::find(files, "splice_model", &input_file::role) == files.end())
    settings.emplace_back("splice model", read.asked_model);
  for (const auto& [name, value] : options.given)
    if (std::ranges::find(without_effect, name) == without_effect.end()) settings.emplace_back(name, value);
  return settings;
}

void refuse_pipes(const std::vector<input_file>& files, const std::string& what) {
  const auto pipe = std::ranges::find_if(files, [](const input_file& each) { return !each.sum; });
  if (pipe != files.end())
    throw bad_usage(
        {{}, what + " where an input is no file", pipe->path, "files", "a pipe cannot be read again"});
}

bool wants_journal(const predict_options& options, const predict_inputs& read) {
  const bool has_place =
      options.journal.empty() ? is_file_or_new(options.out) : options.journal != no_journal;
  if (options.resumes && !has_place)
    throw bad_usage({{}, "--resume without a journal", "", "--out FILE, or --journal FILE", ""});
  return has_place && (is_asked(options) || is_long(read));
}

std::unique_ptr<run_journal> begin_journal(const predict_options& options,
                                           const std::vector<run_setting>& settings) {
  auto journal = std::make_unique<run_journal>(journal_path(options), settings, options.resumes);
  if (options.resumes && !options.quiet)
    fmt::print(stderr, "exonweave: {}: {} result{} of a run before{}\n", journal->path(),
               journal->n_results(), journal->n_results() == 1 ? "" : "s", text_of_damage(*journal));
  if (journal->is_over_another() && !options.quiet)
    fmt::print(stderr, "exonweave: {}: begun anew; what an earlier run left there is lost without --resume\n",
               journal->path());
  return journal;
}

std::unique_ptr<run_journal> open_journal(const predict_options& options, const predict_inputs& read,
                                          const std::vector<input_file>& inputs, report& problems) {
  const bool is_piped = std::ranges::any_of(inputs, [](const input_file& each) { return !each.sum; });
  if (is_piped && !is_asked(options)) return nullptr;
  refuse_pipes(inputs, "a journal");
  try {
    return begin_journal(options, settings_of(options, read, inputs));
  } catch (const cannot_create& error) {
    if (is_asked(options)) throw;
    problems.warn(error.problems().front());
    return nullptr;
  }
}

result_log progress_notes::take_log() {
  result_log log{std::exchange(known_.results, {}), {}};
  if (journal_ != nullptr)
    log.note = [this](std::size_t place, const locus_result& result) { try_to_note(place, result); };
  return log;
}

void progress_notes::note(const std::vector<found_locus>& loci) const {
  try_to_note(loci);
  if (copy_ != nullptr) copy_->loci = loci;
}

void progress_notes::note(const lesson_material& lesson) const {
  try_to_note(lesson);
  if (copy_ != nullptr) copy_->lessons.push_back(lesson);
}

template <class... What>
void progress_notes::try_to_note(const What&... what) const {
  if (journal_ == nullptr) return;
  try {
    journal_->note(what...);
  } catch (const io_failure& error) {
    if (is_asked(options_)) throw;
    if (!journal_->give_up()) return;
    report problems;
    problems.warn(error.problems().front());
    print_warnings(problems);
  }
}

void leave_journal(const predict_options& options, run_journal* journal) {
  if (journal == nullptr) return;
  if (!journal->holds_anything())
    journal->remove();
  else if (!options.quiet)
    fmt::print(stderr, "exonweave: {}: {} result{} kept; the same command with --resume goes on from there\n",
               journal->path(), journal->n_results(), journal->n_results() == 1 ? "" : "s");
}

}  // namespace exonweave::apps
