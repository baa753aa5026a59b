#include "exons/run/run_journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "exons/run/archive.hpp"

namespace exonweave {
namespace {

// One record more, which is not that of the settings.
void add(std::string_view record, run_notes& notes) {
  switch (kind_of(record)) {
    case record_kind::loci:
      return read_record(record, notes.loci.emplace());
    case record_kind::training:
      return read_record(record, notes.rounds.emplace_back());
    case record_kind::result: {
      placed_result& noted = notes.results.emplace_back();
      return read_record(record, noted.place, noted.result);
    }
    case record_kind::division:
      return read_record(record, notes.division.emplace());
    case record_kind::options:
      return read_record(record, notes.options);
    default:
      throw damaged_record("a record of an unknown kind");
  }
}

// Adds one of a file that is read only.
void add(std::string_view record, const std::string& path, const notes_kind& kind, run_notes& notes) {
  try {
    add(record, notes);
  } catch (const damaged_record& error) {
    refuse_notes(path, kind, error.what());
  }
}

}  // namespace

run_notes read_notes(const std::string& path, const notes_kind& kind,
                     const std::function<void(const std::vector<run_setting>&)>& check) {
  run_notes notes;
  bool is_begun = false;
  read_log(path, kind.name, [&](std::string&& record) {
    if (is_begun) return add(record, path, kind, notes);
    check(read_settings(record, path, kind));
    is_begun = true;
  });
  if (!is_begun)
    throw bad_data(
        {.where = {path}, .what = fmt::format("the {} says nothing", kind.name), .need = "one that a run has written"});
  return notes;
}

std::string to_file(const std::vector<run_setting>& settings, const run_notes& notes) {
  std::vector<std::string> records{make_record(record_kind::settings, settings)};
  if (notes.loci) records.push_back(make_record(record_kind::loci, *notes.loci));
  for (const training_material& each : notes.rounds) records.push_back(make_record(record_kind::training, each));
  for (const auto& [place, result] : notes.results) records.push_back(make_record(record_kind::result, place, result));
  if (!notes.options.empty()) records.push_back(make_record(record_kind::options, notes.options));
  if (notes.division) records.push_back(make_record(record_kind::division, *notes.division));
  return log_of(records);
}

run_journal::run_journal(std::string path, const std::vector<run_setting>& settings, bool goes_on)
    : journal_file(std::move(path), settings, goes_on) {
  take_records([this](std::string_view record) { add(record, before_); });
  std::erase_if(before_.results, [](const placed_result& each) { return each.result.too_large.has_value(); });
  const std::size_t n_results = before_.results.size();
  count(n_results, n_results + before_.rounds.size() + (before_.loci ? 1 : 0));
}

void run_journal::note(const std::vector<found_locus>& loci) {
  if (append(make_record(record_kind::loci, loci))) count(0, 1);
}

void run_journal::note(const training_material& round) {
  if (append(make_record(record_kind::training, round))) count(0, 1);
}

void run_journal::note(std::size_t place, const locus_result& result) {
  if (append(make_record(record_kind::result, place, result)) && !result.too_large) count(1, 1);
}

}  // namespace exonweave
