#include "base/journal/journal_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/journal/records.hpp"

namespace exonweave {
namespace {

const std::string* value_of(const std::vector<run_setting>& settings, const std::string& name) {
  const auto found = std::ranges::find(settings, name, &run_setting::first);
  return found == settings.end() ? nullptr : &found->second;
}

// A flag has no text of its own.
std::string text_of_value(const std::string* value) {
  if (value == nullptr) return "not given";
  return value->empty() ? "given" : *value;
}

// A plan begins as a journal does, and scores as much to who has made it.
void refuse_plan(const std::string& record, const std::string& path) {
  if (kind_of(record) == record_kind::division)
    throw foreign_file(
        {.where = {path}, .what = "the file is a plan, not a journal, and stays as it is", .hint = "name another one"});
}

}  // namespace

std::vector<run_setting> read_settings(std::string_view record, const std::string& path, const notes_kind& kind) {
  try {
    if (kind_of(record) != record_kind::settings) throw damaged_record("results before any settings");
    std::vector<run_setting> noted;
    read_record(record, noted);
    return noted;
  } catch (const damaged_record& error) {
    refuse_notes(path, kind, error.what());
  }
}

void check_settings(const std::vector<run_setting>& noted, const std::vector<run_setting>& now, const std::string& path,
                    const notes_kind& kind) {
  std::vector<problem_report> differences;
  const auto compare = [&](const std::string& name) {
    const std::string* const before = value_of(noted, name);
    const std::string* const here = value_of(now, name);
    if (before != nullptr && here != nullptr && *before == *here) return;
    differences.push_back({.where = {path},
                           .what = fmt::format("the {} is of another run: {}", kind.name, name),
                           .got = text_of_value(here),
                           .need = text_of_value(before),
                           .hint = kind.hint_of_another});
  };
  for (const run_setting& each : now) compare(each.first);
  for (const run_setting& each : noted)
    if (value_of(now, each.first) == nullptr) compare(each.first);
  if (differences.empty()) return;
  const std::size_t n = differences.size();
  throw bad_data(std::move(differences), n);
}

void refuse_notes(const std::string& path, const notes_kind& kind, const std::string& what) {
  throw bad_data({.where = {path},
                  .what = fmt::format("the {} contradicts itself: {}", kind.name, what),
                  .need = "one that a run has written",
                  .hint = kind.hint_of_another});
}

const notes_kind& journal_kind() {
  static const notes_kind kind{"journal", "run as it was begun, or without --resume to begin anew"};
  return kind;
}

journal_file::journal_file(std::string path, const std::vector<run_setting>& settings, bool goes_on)
    : log_(std::move(path)) {
  try {
    begin(settings, goes_on);
  } catch (...) {
    log_.abandon();
    throw;
  }
}

void journal_file::begin(const std::vector<run_setting>& settings, bool goes_on) {
  bool is_begun = false;  // the settings stand in the file
  if (goes_on) {
    damaged_bytes_ = log_.read([&](std::string&& record) {
      refuse_plan(record, this->path());
      if (is_begun) return records_.push_back(std::move(record));
      check_settings(read_settings(record, this->path(), journal_kind()), settings, this->path(), journal_kind());
      is_begun = true;
    });
  } else {
    is_over_another_ = !log_.is_empty();
    if (is_over_another_)
      read_log(this->path(), "journal", [&](const std::string& record) { refuse_plan(record, this->path()); });
    log_.clear();
  }
  if (!is_begun) log_.append(make_record(record_kind::settings, settings));
}

void journal_file::take_records(const std::function<void(std::string_view)>& receive) {
  try {
    for (std::string& each : std::exchange(records_, {})) receive(std::exchange(each, {}));
  } catch (const damaged_record& error) {
    refuse_notes(path(), journal_kind(), error.what());
  }
}

bool journal_file::append(const std::string& record) {
  if (is_given_up_) return false;
  log_.append(record);
  return true;
}

}  // namespace exonweave
