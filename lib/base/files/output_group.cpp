#include "base/files/output_group.hpp"

#include <htslib/hts_log.h>
#include <htslib/tbx.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/files/file_system.hpp"

namespace exonweave {

namespace {

// The smallest part that an index distinguishes is 2^15 nt. With 14, as tabix has it, htslib indexes no place beyond
// 2^32 nt, with 15 up to 2^33: the longest chromosomes that are known have 5 * 10^9.
constexpr int csi_shift = 15;

// A row with the lines of # before it.
struct placed_row {
  std::string_view sequence;
  std::int64_t start = 0;
  std::string_view text;
};

std::string_view column(std::string_view line, std::size_t index) {
  for (; index > 0; --index) line.remove_prefix(std::min(line.find('\t'), line.size() - 1) + 1);
  return line.substr(0, line.find('\t'));
}

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::vector<placed_row> placed_rows(std::string_view rows, row_columns columns) {
  const std::size_t start_column = columns == row_columns::gff3 ? 3 : 1;
  std::vector<placed_row> placed;
  std::size_t begin = 0;  // of the row's text
  for (std::size_t start = 0; start < rows.size();) {
    const std::size_t end = std::min(rows.find('\n', start), rows.size() - 1) + 1;
    const std::string_view line = rows.substr(start, end - start);
    start = end;
    if (line.starts_with('#')) continue;
    placed.push_back({column(line, 0), number(column(line, start_column)), rows.substr(begin, end - begin)});
    begin = end;
  }
  if (begin < rows.size()) placed.push_back({"", 0, rows.substr(begin)});
  return placed;
}

}  // namespace

void write_by_start(std::string_view rows, row_columns columns, const text_sink& sink) {
  std::vector<placed_row> placed = placed_rows(rows, columns);
  for (auto first = placed.begin(); first != placed.end();) {
    const auto last =
        std::find_if(first, placed.end(), [&](const placed_row& r) { return r.sequence != first->sequence; });
    std::stable_sort(first, last, [](const placed_row& a, const placed_row& b) { return a.start < b.start; });
    first = last;
  }
  for (const placed_row& row : placed) sink(row.text);
}

std::vector<std::string> index_paths(const std::string& path) {
  if (!is_packed_name(path)) return {};
  return {path + ".tbi", path + ".csi"};
}

indexed_output::indexed_output(const std::string& path, row_columns columns) : file_(path), columns_(columns) {
  if (!file_.is_packed() || file_.temporary().empty()) return;
  const std::vector<std::string> index = index_paths(path);
  tbi_.emplace(index.front());
  csi_.emplace(index.back());
  replaced_indexes_ = {tbi_->destination(), csi_->destination()};
}

void indexed_output::write(std::string_view text) {
  if (file_.is_packed())
    write_by_start(text, columns_, [this](std::string_view row) { file_.write(row); });
  else
    file_.write(text);
}

void indexed_output::finish() {
  if (std::exchange(is_finished_, true)) return;
  file_.finish();
  if (!index()) return;
  const ::tbx_conf_t& layout = columns_ == row_columns::gff3 ? ::tbx_conf_gff : ::tbx_conf_bed;
  ::hts_set_log_level(HTS_LOG_OFF);  // what htslib would print is thrown instead
  errno = 0;
  if (::tbx_index_build3(file_.temporary().c_str(), index()->temporary().c_str(), needs_csi_ ? csi_shift : 0, 0,
                         &layout) != 0)
    throw io_failure({.where = {index()->path()},
                      .what = "cannot write the index: " + std::generic_category().message(errno != 0 ? errno : EIO)});
  index()->finish();
  (needs_csi_ ? tbi_ : csi_).reset();  // the index that is not requested leaves no file
}

output_file* indexed_output::index() {
  std::optional<output_file>& requested = needs_csi_ ? csi_ : tbi_;
  return requested ? &*requested : nullptr;
}

namespace {

using file_list = std::vector<output_file*>;

std::string names_of(const std::vector<std::string>& paths) {
  std::string names;
  for (const std::string& path : paths) names += (names.empty() ? "" : ", ") + path;
  return names;
}

// What became of all files when no more than the first `n_renamed` were renamed.
std::string state_of(const file_list& files, std::size_t n_renamed, const std::vector<std::string>& removed) {
  if (n_renamed == 0 && removed.empty()) return "; all outputs are as before";
  std::vector<std::string> renewed, kept;
  for (std::size_t k = 0; k < files.size(); ++k)
    if (!files[k]->destination().empty()) (k < n_renamed ? renewed : kept).push_back(files[k]->path());
  std::string text;
  if (!renewed.empty()) text += "; new: " + names_of(renewed);
  if (!kept.empty()) text += "; as before: " + names_of(kept);
  if (!removed.empty()) text += "; removed: " + names_of(removed);
  return text;
}

[[noreturn]] void throw_with_state(const io_failure& error, const std::string& state) {
  problem_report problem = error.problems().front();
  problem.what += state;
  throw io_failure(std::move(problem));
}

void check_renames(const file_list& files) try {
  for (const output_file* file : files) file->check_rename();
} catch (const io_failure& error) {
  throw_with_state(error, state_of(files, 0, {}));
}

void rename_all(const file_list& files, const std::vector<std::string>& removed) {
  std::size_t n_renamed = 0;
  try {
    for (; n_renamed < files.size(); ++n_renamed) files[n_renamed]->rename();
  } catch (const io_failure& error) {
    throw_with_state(error, state_of(files, n_renamed, removed));
  }
}

void sync_folders_of(const std::vector<std::string>& paths, const std::string& state) try {
  std::set<std::filesystem::path> folders;
  for (const std::string& path : paths)
    if (!path.empty() && folders.insert(std::filesystem::path(path).parent_path()).second) sync_folder_of(path);
} catch (const io_failure& error) {
  throw_with_state(error, state);
}

// What is of an earlier run than `files`. Returns what was there.
std::vector<std::string> remove_all(const std::vector<std::string>& superseded, const file_list& files) {
  std::vector<std::string> removed;
  for (const std::string& path : superseded)
    if (::unlink(path.c_str()) == 0)
      removed.push_back(path);
    else if (errno != ENOENT)
      throw io_failure({.where = {path},
                        .what = "cannot remove the file of an earlier run: " + std::generic_category().message(errno) +
                                state_of(files, 0, removed)});
  sync_folders_of(removed, state_of(files, 0, removed));
  return removed;
}

// While it lives, a signal that would end the program waits, so that only a kill comes between two renames. Where all
// is computed no other thread is left that would take it.
class held_signals {
 public:
  held_signals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  held_signals(const held_signals&) = delete;
  held_signals& operator=(const held_signals&) = delete;
  ~held_signals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace

void output_group::finish() {
  for (output_file* file : files_) file->finish();
  for (indexed_output* file : indexed_) file->finish();
}

void output_group::commit() {
  finish();
  file_list all = files_;
  std::vector<std::string> superseded = superseded_;
  for (indexed_output* file : indexed_) {
    all.push_back(&file->file());
    const auto& replaced = file->replaced_indexes();
    superseded.insert(superseded.end(), replaced.begin(), replaced.end());
  }
  for (indexed_output* file : indexed_)
    if (output_file* const index = file->index()) all.push_back(index);
  std::vector<std::string> destinations;
  for (const output_file* file : all) destinations.push_back(file->destination());
  std::vector<std::string> removed;
  {
    const locked_folders locked(destinations);
    const held_signals held;
    check_renames(all);
    removed = remove_all(superseded, all);
    rename_all(all, removed);
  }
  sync_folders_of(destinations,
                  state_of(all, all.size(), removed));  // takes seconds on a disk at work: nobody waits for it
}

}  // namespace exonweave
