#include "cli/input_watch.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/files/byte_source.hpp"
#include "base/files/file_system.hpp"
#include "base/files/report.hpp"
#include "cli/failures.hpp"

namespace exonweave::apps {
namespace {

std::optional<struct ::stat> look_at(const std::string& path) {
  struct ::stat found {};
  if (::stat(path == "-" ? "/dev/stdin" : path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
  return found;
}

bool is_same_file(const struct ::stat& a, const struct ::stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool is_untouched(const struct ::stat& before, const struct ::stat& now) {
  return before.st_size == now.st_size && before.st_mtim.tv_sec == now.st_mtim.tv_sec &&
         before.st_mtim.tv_nsec == now.st_mtim.tv_nsec;
}

// Nothing where that cannot be reported.
std::optional<bool> has_bytes_of(const std::string& path, const std::optional<file_checksum>& sum) try {
  return sum ? std::optional(checksum_file(path).md5 == sum->md5) : std::nullopt;
} catch (const failure&) {
  return std::nullopt;
}

std::optional<file_checksum> sum_of(const std::string& path, const std::vector<input_file>& sums) {
  const auto known = std::ranges::find(sums, path, &input_file::path);
  return known == sums.end() ? std::nullopt : known->sum;
}

enum class file_change { size, time, name };

problem_report change_of(const std::string& path, file_change what) {
  return {.where = {path},
          .what = "the file was changed while it was read",
          .got = what == file_change::size   ? "another size"
                 : what == file_change::time ? "another time of its last change"
                                             : "another file of this name",
          .hint = "run again, on a file that nobody writes to or touches"};
}

file_change change_in(const struct ::stat& before, const struct ::stat& now) {
  if (!is_same_file(before, now)) return file_change::name;
  return before.st_size != now.st_size ? file_change::size : file_change::time;
}

problem_report other_file(const std::string& path, bool is_former_read) {
  if (is_former_read)
    return {.where = {path}, .what = "another file has this name by now: results are those of the former"};
  return {.where = {path},
          .what = "another file has taken this name: results are those of it or of the former, which is not known",
          .hint = "run again, on files that nobody replaces meanwhile"};
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
      files_.push_back({each.path, *found, sum_if_small(each.path, *found)});
}

std::optional<file_checksum> input_watch::sum_if_small(const std::string& path, const struct ::stat& seen) try {
  if (path == "-" || static_cast<std::uint64_t>(seen.st_size) > small_file) return std::nullopt;
  return checksum_file(path);
} catch (const failure&) {  // whoever reads it will tell
  return std::nullopt;
}

// Who sets the time of a file alone changes nothing.
std::optional<bool> input_watch::has_same_bytes(const watched& file, const struct ::stat& now,
                                                const std::vector<input_file>& sums) {
  if (is_untouched(file.seen, now)) return true;
  if (file.seen.st_size != now.st_size) return false;
  if (file.look) return true;
  const auto sum = sum_of(file.path, sums);
  return has_bytes_of(file.path, sum ? sum : file.sum);
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
    if (!file.is_read) found.push_back(change_of(file.path, file_change::name));
  throw_if_any(std::move(found));
}

std::vector<problem_report> input_watch::changes(const std::vector<input_file>& sums) const {
  std::vector<problem_report> found;
  for (const watched& file : files_)
    if (const auto now = look_at(file.path);
        now && is_same_file(file.seen, *now) && !has_same_bytes(file, *now, sums).value_or(false))
      found.push_back(change_of(file.path, change_in(file.seen, *now)));
  return found;
}

void input_watch::check_sums() const {
  std::vector<problem_report> found;
  for (const watched& file : files_) {
    const auto now = look_at(file.path);
    if (!now || !is_same_file(file.seen, *now) || !is_untouched(file.seen, *now))
      found.push_back(change_of(file.path, now ? change_in(file.seen, *now) : file_change::name));
  }
  throw_if_any(std::move(found));
}

bool input_watch::has_other_bytes(const std::vector<input_file>& sums) const try {
  return std::ranges::any_of(files_, [&](const watched& file) {
    if (file.look) file.look();
    const auto now = look_at(file.path);
    return now && is_same_file(file.seen, *now) && !has_same_bytes(file, *now, sums).value_or(true);
  });
} catch (const io_failure&) {
  return true;
}

void input_watch::trust(const std::string& path, std::function<void()> look) {
  for (watched& file : files_)
    if (file.path == path) file.look = look;
}

void input_watch::check(report& problems, const std::vector<input_file>& sums) const {
  for (const watched& file : files_)
    if (file.look) file.look();
  throw_if_any(changes(sums));
  for (const watched& file : files_)
    if (const auto now = look_at(file.path); now && !is_same_file(file.seen, *now))
      problems.warn(other_file(file.path, file.is_read));
}

void print_and_check(const report& problems, const input_watch& watch, const std::vector<input_file>& sums) {
  print_warnings(problems);
  report names;
  watch.check(names, sums);
  print_warnings(names);
}

input_file sum_file(std::string role, const std::string& path) {
  std::error_code unreadable;
  const bool is_file = path != "-" && std::filesystem::is_regular_file(path, unreadable);
  return {std::move(role), path, is_file ? std::optional(checksum_file(path)) : std::nullopt};
}

namespace {

// What they take may be a word as well; who reads it knows which there are, and says so.
bool may_be_word(const named_path& input) {
  constexpr std::array<std::string_view, 5> options = {"--splice-model", "--coding-model", "--gene-model", "--matrix",
                                                       calibration_role};
  return std::ranges::find(options, input.option) != options.end();
}

}  // namespace

void check_readable(const std::vector<named_path>& inputs) {
  std::vector<problem_report> problems;
  for (const named_path& input : inputs) {
    if (input.path.empty() || may_be_word(input)) continue;
    auto problem = why_unreadable(input.path);
    if (!problem) continue;
    const auto is_known = [&](const problem_report& other) { return other.where.file == input.path; };
    if (std::ranges::none_of(problems, is_known)) problems.push_back(*std::move(problem));
  }
  const std::size_t n = problems.size();
  if (n > 0) throw missing_input(std::move(problems), n);
}

}  // namespace exonweave::apps
