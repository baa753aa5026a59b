#include "predict/predict_journal.hpp"

#include <algorithm>
#include <string>

namespace exonweave::apps {
namespace {

bool is_long(const predict_inputs& read) {
  if (read.is_searched()) return true;
  double n_cells = 0;
  for (const alignment_task& each : *read.cases) n_cells += static_cast<double>(count_cells(each, read.targets));
  return n_cells > max_cells_without_journal;
}

}  // namespace

std::vector<run_setting> settings_of(const predict_options& options, const predict_inputs& read,
                                     const std::vector<input_file>& files) {
  std::vector<input_file> read_by_genes = files;  // no alignment or gene depends on the others
  std::erase_if(read_by_genes,
                [](const input_file& each) { return each.role == "completeness" || each.role == "review"; });
  auto settings = settings_of(read_by_genes);
  if (options.scoring.file().empty()) settings.emplace_back("preset", read.scoring.preset);
  if (std::ranges::find(files, "splice_model", &input_file::role) == files.end())
    settings.emplace_back("splice model", read.scoring.splice_model);
  if (options.scoring.training_rounds)
    settings.emplace_back("rounds of training", std::to_string(*options.scoring.training_rounds));
  if (std::ranges::find(files, "coding_model", &input_file::role) == files.end())
    settings.emplace_back("coding model", options.scoring.coding_model_or_own());
  add_given(options.given, settings);
  return settings;
}

bool wants_journal(const predict_options& options, const predict_inputs& read) {
  return wants_journal(options, is_long(read));
}

noted_inputs inputs_of_notes(const predict_inputs& read) {
  return {read.sequences.catalog(), read.targets, read.candidates.sources.size()};
}

run_notes take_notes(run_journal& journal, const predict_inputs& read) {
  run_notes notes = journal.take_notes();
  check_notes(notes, inputs_of_notes(read), journal.path(), journal_kind());
  return notes;
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

void progress_notes::note(const training_material& round) const {
  try_to_note(round);
  if (copy_ != nullptr) copy_->rounds.push_back(round);
}

template <class... What>
void progress_notes::try_to_note(const What&... what) const {
  if (journal_ != nullptr) apps::try_to_note(options_, *journal_, [&] { journal_->note(what...); });
}

}  // namespace exonweave::apps
