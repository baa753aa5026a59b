#include "base/files/output_group.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/files/file_system.hpp"

namespace exonweave {
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
