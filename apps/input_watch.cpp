#include "input_watch.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "exons/io/file_checksum.hpp"
#include "failures.hpp"
#include "readable_inputs.hpp"

namespace exonweave::apps {
namespace {

std::optional<struct ::stat> look_at(const std::string& path) {
  struct ::stat found {};
  if (::stat(path == "-" ? "/dev/stdin" : path.c_str(), &found) != 0 || !S_ISREG(found.st_mode))
    return std::nullopt;
  return found;
}

bool is_same_file(const struct ::stat& a, const struct ::stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool is_untouched(const struct ::stat& before, const struct ::stat& now) {
  return before.st_size == now.st_size && before.st_mtim.tv_sec == now.st_mtim.tv_sec &&
         before.st_mtim.tv_nsec == now.st_mtim.tv_nsec;
}

// Who sets the time of a file alone changes nothing. Nothing where that cannot be told.
std::optional<bool> has_known_bytes(const std::string& path, const std::vector<input_file>& sums) try {
  const auto known = std::ranges::find(sums, path, &input_file::path);
  if (known == sums.end() || !known->sum) return std::nullopt;
  return checksum_file(path).md5 == known->sum->md5;
} catch (const failure&) {
  return std::nullopt;
}

problem_report change_of(const std::string& path) {
  return {
      {path}, "the file was changed while it was read", "", "", "run again, on a file that nobody writes to"};
}

problem_report other_file(const std::string& path, bool is_former_read) {
  if (is_former_read)
    return {{path}, "another file has this name by now: results are those of the former", "", "", ""};
  return {{path},
          "another file has taken this name: results are those of it or of the former, which is not known",
          "",
          "",
          "run again, on files that nobody replaces meanwhile"};
}

void throw_if_any(std::vector<problem_report> changes) {
  if (changes.empty()) return;
  const std::size_t n = changes.size();
  throw bad_data(std::move(changes), n);
}

}  // namespace

input_watch::input_watch(const std::vector<named_path>& inputs) {
  check_readable(inputs);
  for (const named_path& each : inputs)
    if (const auto found = each.path.empty() ? std::nullopt : look_at(each.path))
      files_.push_back({each.path, *found});
}

void input_watch::all_are_open() {
  for (watched& file : files_) {
    const auto now = look_at(file.path);
    file.is_read = now && is_same_file(file.seen, *now);
  }
}

void input_watch::check_opened() const {
  std::vector<problem_report> found;
  for (const watched& file : files_)
    if (!file.is_read) found.push_back(change_of(file.path));
  throw_if_any(std::move(found));
}

std::vector<problem_report> input_watch::changes(const std::vector<input_file>& sums) const {
  std::vector<problem_report> found;
  for (const auto& [path, seen, is_read] : files_) {
    const auto now = look_at(path);
    if (!now || !is_same_file(seen, *now) || is_untouched(seen, *now)) continue;
    if (seen.st_size == now->st_size && has_known_bytes(path, sums).value_or(false)) continue;
    found.push_back(change_of(path));
  }
  return found;
}

void input_watch::check_sums() const {
  std::vector<problem_report> found;
  for (const auto& [path, seen, is_read] : files_) {
    const auto now = look_at(path);
    if (!now || !is_same_file(seen, *now) || !is_untouched(seen, *now)) found.push_back(change_of(path));
  }
  throw_if_any(std::move(found));
}

bool input_watch::has_other_bytes(const std::vector<input_file>& sums) const {
  return std::ranges::any_of(files_, [&](const watched& file) {
    const auto now = look_at(file.path);
    if (!now || !is_same_file(file.seen, *now) || is_untouched(file.seen, *now)) return false;
    return file.seen.st_size != now->st_size || !has_known_bytes(file.path, sums).value_or(true);
  });
}

void input_watch::trust(const std::string& path) {
  for (watched& file : files_)
    if (const auto now = file.path == path ? look_at(path) : std::nullopt;
        now && is_same_file(file.seen, *now) && file.seen.st_size == now->st_size)
      file.seen = *now;
}

void input_watch::check(report& problems, const std::vector<input_file>& sums) const {
  throw_if_any(changes(sums));
  for (const auto& [path, seen, is_read] : files_)
    if (const auto now = look_at(path); now && !is_same_file(seen, *now))
      problems.warn(other_file(path, is_read));
}

void print_and_check(const report& problems, const input_watch& watch, const std::vector<input_file>& sums) {
  print_warnings(problems);
  report names;
  watch.check(names, sums);
  print_warnings(names);
}

}  // namespace exonweave::apps
