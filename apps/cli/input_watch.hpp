// Inputs that somebody writes to while they are read: a genome is read all along a run, and what was found in half of
// the one and half of the other would look like any result.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/files/byte_source.hpp"
#include "base/files/report.hpp"
#include "cli/options.hpp"

namespace exonweave::apps {

/// A file that a run reads, as it is distinguished by what is in it.
struct input_file {
  std::string role;  // "genome", "targets", ...
  std::string path;
  std::optional<file_checksum> sum{};  // nothing for a pipe, which can be read only once
};

/// Reads it whole.
input_file sum_file(std::string role, const std::string& path);

class input_watch {
 public:
  /// Looks at the inputs, before the first of them is read. Pipes are passed over. Throws missing_input as
  /// check_readable does.
  explicit input_watch(const std::vector<named_path>& inputs);

  /// Up to this size a file's bytes are known though no run keeps a sum of it.
  static constexpr std::uint64_t small_file = std::uint64_t{1} << 20;  // bytes: two milliseconds

  /// Those that were written to since: their size or the time of their last change is another, and so are their bytes
  /// where they are known: of small files, and where `sums` has one.
  [[nodiscard]] std::vector<problem_report> changes(const std::vector<input_file>& sums = {}) const;

  /// Once all inputs were opened, and those that are read at once were read: of a name that another file takes after
  /// that it is known which of both was read.
  void all_are_open();

  /// Then, for sums that were taken before: throws bad_data where they may be those of a file that was not read.
  void check_opened() const;

  /// Before outputs appear: throws bad_data with all changes, and what look() of trusted files throws. Of a name that
  /// another file has taken meanwhile `problems` is reported alone: one of both was read, whole. It was the former
  /// where all_are_open() still found that, else nobody knows.
  void check(report& problems, const std::vector<input_file>& sums = {}) const;

  /// Once sums are taken of files that were read before: throws bad_data where they may be those of other bytes, since
  /// a file was written to, or another has its name.
  void check_sums() const;

  /// Whether an input has other bytes for sure: it is longer or shorter, they are known, or look() of a trusted file
  /// throws io_failure.
  [[nodiscard]] bool has_other_bytes(const std::vector<input_file>& sums) const;

  /// Whoever reads this file looks for himself whether it keeps its bytes, and throws where it does not: a change of
  /// its time alone is none.
  void trust(const std::string& path, std::function<void()> look);

 private:
  struct watched {
    std::string path;  // as it was given
    struct ::stat seen;
    std::optional<file_checksum> sum;  // of a small file
    std::function<void()> look{};      // of a trusted one
    bool is_read = false;              // surely this file, and no other of that name
  };

  static std::optional<file_checksum> sum_if_small(const std::string& path, const struct ::stat& seen);
  // Nothing where that is not known.
  static std::optional<bool> has_same_bytes(const watched& file, const struct ::stat& now,
                                            const std::vector<input_file>& sums);

  std::vector<watched> files_;
};

/// Before outputs appear: prints the warnings, which would be lost with a failure, then checks, and prints what that
/// adds. Throws what input_watch::check does.
void print_and_check(const report& problems, const input_watch& watch, const std::vector<input_file>& sums = {});

// Inputs that are not there, or cannot be read: all of them are reported at once, before the first one is read.

/// Looks at the paths, and opens none: a pipe would miss its reader. Empty paths, standard input, and words that are no
/// paths (built-in models and matrices, a calibration that nobody named) are passed over. Throws missing_input with a
/// problem for each file.
void check_readable(const std::vector<named_path>& inputs);

}  // namespace exonweave::apps
