#include "exons/journal/run_journal.hpp"

#include <algorithm>
#include <string_view>

#include "exons/journal/archive.hpp"

namespace exonweave {
namespace {

// What a record is, before the rest of its bytes.
enum class record_kind : char { settings = 'S', loci = 'L', lesson = 'T', result = 'R' };

template <class... Values>
std::string make_record(record_kind kind, const Values&... values) {
  return static_cast<char>(kind) + to_bytes(values...);
}

const std::string* value_of(const std::vector<run_setting>& settings, const std::string& name) {
  const auto at = std::ranges::find(settings, name, &run_setting::first);
  return at == settings.end() ? nullptr : &at->second;
}

// By the names of both, those of this run first.
void check_settings(const std::vector<run_setting>& noted, const std::vector<run_setting>& now,
                    const std::string& path) {
  std::vector<problem_report> differences;
  const auto compare = [&](const std::string& name) {
    const std::string* const before = value_of(noted, name);
    const std::string* const here = value_of(now, name);
    if (before != nullptr && here != nullptr && *before == *here) return;
    differences.push_back({{path},
                           "the journal is of another run: " + name,
                           here == nullptr ? "not given" : *here,
                           before == nullptr ? "not given" : *before,
                           "run as it was begun, or without --resume to begin anew"});
  };
  for (const run_setting& each : now) compare(each.first);
  for (const run_setting& each : noted)
    if (value_of(now, each.first) == nullptr) compare(each.first);
  if (differences.empty()) return;
  const std::size_t n = differences.size();
  throw bad_data(std::move(differences), n);
}

}  // namespace

run_journal::run_journal(std::string path, const std::vector<run_setting>& settings, bool goes_on)
    : log_(std::move(path)) {
  if (goes_on) {
    damaged_bytes_ = log_.read([&](std::string&& record) { read(std::move(record), settings); });
  } else {
    is_over_another_ = !log_.is_empty();
    log_.clear();
  }
  if (!is_begun_) log_.append(make_record(record_kind::settings, settings));
}

void run_journal::read(std::string&& record, const std::vector<run_setting>& settings) {
  if (record.empty()) return;
  const std::string_view bytes = std::string_view(record).substr(1);
  switch (static_cast<record_kind>(record.front())) {
    case record_kind::settings: {
      std::vector<run_setting> noted;
      from_bytes(bytes, noted);
      check_settings(noted, settings, path());
      is_begun_ = true;
      return;
    }
    case record_kind::loci:
      from_bytes(bytes, loci_.emplace());
      ++n_noted_;
      return;
    case record_kind::lesson:
      from_bytes(bytes, lessons_.emplace_back());
      ++n_noted_;
      return;
    case record_kind::result: {
      placed_result& noted = results_.emplace_back();
      from_bytes(bytes, noted.place, noted.result);
      ++n_noted_;
      ++n_results_;
      return;
    }
  }
}

void run_journal::note(const std::vector<found_locus>& loci) { append(make_record(record_kind::loci, loci)); }

void run_journal::note(const lesson_material& lesson) { append(make_record(record_kind::lesson, lesson)); }

void run_journal::note(std::size_t place, const locus_result& result) {
  if (result.too_large) return;
  if (append(make_record(record_kind::result, place, result))) ++n_results_;
}

bool run_journal::append(const std::string& record) {
  if (is_given_up_) return false;
  log_.append(record);
  ++n_noted_;
  return true;
}

}  // namespace exonweave
