#include "input_watch.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "exons/io/file_checksum.hpp"
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

// Who sets the time of a file alone changes nothing.
bool has_known_bytes(const std::string& path, const std::vector<input_file>& sums) try {
  const auto known = std::ranges::find(sums, path, &input_file::path);
  return known != sums.end() && known->sum && checksum_file(path).md5 == known->sum->md5;
} catch (const failure&) {
  return false;
}

}  // namespace

input_watch::input_watch(const std::vector<named_path>& inputs) {
  check_readable(inputs);
  for (const named_path& each : inputs)
    if (const auto found = each.path.empty() ? std::nullopt : look_at(each.path))
      files_.push_back({each.path, *found});
}

std::vector<problem_report> input_watch::changes(const std::vector<input_file>& sums) const {
  std::vector<problem_report> found;
  for (const auto& [path, seen] : files_) {
    const auto now = look_at(path);
    if (!now || !is_same_file(seen, *now) || is_untouched(seen, *now)) continue;
    if (seen.st_size == now->st_size && has_known_bytes(path, sums)) continue;
    found.push_back({{path},
                     "the file was changed while it was read",
                     "",
                     "",
                     "run again, on a file that nobody writes to"});
  }
  return found;
}

void input_watch::check(report& problems, const std::vector<input_file>& sums) const {
  auto found = changes(sums);
  if (!found.empty()) {
    const std::size_t n = found.size();
    throw bad_data(std::move(found), n);
  }
  for (const auto& [path, seen] : files_)
    if (const auto now = look_at(path); now && !is_same_file(seen, *now))
      problems.warn(
          {{path}, "another file has this name by now: results are those of the former", "", "", ""});
}

}  // namespace exonweave::apps
