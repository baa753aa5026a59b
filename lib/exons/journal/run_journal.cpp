#include "exons/journal/run_journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "exons/journal/archive.hpp"

namespace exonweave {
namespace {

// What a record is, before the rest of its bytes.
enum class record_kind : char { settings = 'S', loci = 'L', lesson = 'T', result = 'R', division = 'D' };

template <class... Values>
std::string make_record(record_kind kind, const Values&... values) {
  return static_cast<char>(kind) + to_bytes(values...);
}

const std::string* value_of(const std::vector<run_setting>& settings, const std::string& name) {
  const auto at = std::ranges::find(settings, name, &run_setting::first);
  return at == settings.end() ? nullptr : &at->second;
}

// One record more.
void add(std::string&& record, const std::function<void(const std::vector<run_setting>&)>& check,
         run_notes& to) {
  if (record.empty()) return;
  const std::string_view bytes = std::string_view(record).substr(1);
  switch (static_cast<record_kind>(record.front())) {
    case record_kind::settings: {
      std::vector<run_setting> noted;
      from_bytes(bytes, noted);
      check(noted);
      return;
    }
    case record_kind::loci:
      from_bytes(bytes, to.loci.emplace());
      return;
    case record_kind::lesson:
      from_bytes(bytes, to.lessons.emplace_back());
      return;
    case record_kind::result: {
      placed_result& noted = to.results.emplace_back();
      from_bytes(bytes, noted.place, noted.result);
      return;
    }
    case record_kind::division:
      from_bytes(bytes, to.division.emplace());
      return;
  }
}

}  // namespace

void check_settings(const std::vector<run_setting>& noted, const std::vector<run_setting>& now,
                    const std::string& path, const notes_kind& kind) {
  std::vector<problem_report> differences;
  const auto compare = [&](const std::string& name) {
    const std::string* const before = value_of(noted, name);
    const std::string* const here = value_of(now, name);
    if (before != nullptr && here != nullptr && *before == *here) return;
    differences.push_back({{path},
                           fmt::format("the {} is of another run: {}", kind.name, name),
                           here == nullptr ? "not given" : *here,
                           before == nullptr ? "not given" : *before,
                           kind.hint_of_another});
  };
  for (const run_setting& each : now) compare(each.first);
  for (const run_setting& each : noted)
    if (value_of(now, each.first) == nullptr) compare(each.first);
  if (differences.empty()) return;
  const std::size_t n = differences.size();
  throw bad_data(std::move(differences), n);
}

run_notes read_notes(const std::string& path, const notes_kind& kind,
                     const std::function<void(const std::vector<run_setting>&)>& check) {
  run_notes notes;
  bool is_begun = false;
  read_log(path, kind.name, [&](std::string&& record) {
    add(
        std::move(record),
        [&](const std::vector<run_setting>& noted) {
          is_begun = true;
          check(noted);
        },
        notes);
  });
  if (!is_begun)
    throw bad_data(
        {{path}, fmt::format("the {} says nothing", kind.name), "", "one that a run has written", ""});
  return notes;
}

std::string to_file(const std::vector<run_setting>& settings, const run_notes& notes) {
  std::vector<std::string> records{make_record(record_kind::settings, settings)};
  if (notes.loci) records.push_back(make_record(record_kind::loci, *notes.loci));
  for (const lesson_material& each : notes.lessons) records.push_back(make_record(record_kind::lesson, each));
  for (const auto& [place, result] : notes.results)
    records.push_back(make_record(record_kind::result, place, result));
  if (notes.division) records.push_back(make_record(record_kind::division, *notes.division));
  return log_of(records);
}

run_journal::run_journal(std::string path, const std::vector<run_setting>& settings, bool goes_on)
    : log_(std::move(path)) {
  if (goes_on) {
    const notes_kind journal{"journal", "run as it was begun, or without --resume to begin anew"};
    const auto check = [&](const std::vector<run_setting>& noted) {
      check_settings(noted, settings, this->path(), journal);
      is_begun_ = true;
    };
    damaged_bytes_ = log_.read([&](std::string&& record) { add(std::move(record), check, before_); });
    std::erase_if(before_.results,
                  [](const placed_result& each) { return each.result.too_large.has_value(); });
    n_results_ = before_.results.size();
    n_noted_ = n_results_ + before_.lessons.size() + (before_.loci ? 1 : 0);
  } else {
    is_over_another_ = !log_.is_empty();
    log_.clear();
  }
  if (!is_begun_) log_.append(make_record(record_kind::settings, settings));
}

void run_journal::note(const std::vector<found_locus>& loci) {
  if (append(make_record(record_kind::loci, loci))) ++n_noted_;
}

void run_journal::note(const lesson_material& lesson) {
  if (append(make_record(record_kind::lesson, lesson))) ++n_noted_;
}

void run_journal::note(std::size_t place, const locus_result& result) {
  if (!append(make_record(record_kind::result, place, result)) || result.too_large) return;
  ++n_results_;
  ++n_noted_;
}

bool run_journal::append(const std::string& record) {
  if (is_given_up_) return false;
  log_.append(record);
  return true;
}

}  // namespace exonweave
