// The files of one run, which appear together: all are complete, and on the disk, before the first of them gets its
// name.
//
// No index may describe another file than the one next to it, whenever the program is killed. So the indexes of earlier
// files go first, then files get their names in the order in which they were added, plain ones before those with an
// index, then their indexes: in between a packed file has no index, which every reader notices. Of two runs that end
// at the same time with the same outputs the files of one are there afterwards: the folders are locked while files get
// their names. A run waits some seconds for that, see locked_folders. It goes on without the lock where another
// program holds it for longer, and where a slow disk takes longer to forget the indexes of earlier files: then outputs
// of two runs may mix.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/file_text.hpp"
#include "base/files/output.hpp"

namespace exonweave {

// An output of rows that have a place on a sequence. Where it is packed (its name ends in .gz) it is sorted by place
// and has an index next to it, so that tabix, htslib and browsers read any region of it.

/// The columns that say where a row lies.
enum class row_columns {
  gff3,  // sequence, start and end in 1, 4 and 5, from 1
  bed,   // in 1, 2 and 3, from 0
};

/// An index of the kind .tbi cannot tell places beyond; sequences that are longer have one of the kind .csi.
constexpr std::int64_t longest_in_tbi = std::int64_t{1} << 29;  // nt

class indexed_output {
 public:
  /// Makes the file, and where it is packed and no pipe or device, those of its index, PATH.tbi and PATH.csi, of which
  /// one will appear. Throws cannot_create.
  indexed_output(const std::string& path, row_columns columns);

  /// Lines of a head, that begin with #, before all else, or rows: of a sequence all together, of any number of
  /// sequences. In a packed file rows are sorted as write_by_start does. Throws io_failure.
  void write(std::string_view text);

  /// The length of the genome's longest sequence, nt, before finish(): that of the index depends on it.
  void set_longest(std::int64_t longest) { needs_csi_ = longest > longest_in_tbi; }

  /// As that of output_file, once; completes the index too. An output_group lets both appear. Throws io_failure.
  void finish();

  /// The file itself, and its index, null where it has none. For an output_group.
  [[nodiscard]] output_file& file() { return file_; }
  [[nodiscard]] output_file* index();
  /// Where the index of an earlier file of this name may be, of either kind: it goes before this one gets its name.
  [[nodiscard]] const std::vector<std::string>& replaced_indexes() const { return replaced_indexes_; }

 private:
  output_file file_;
  row_columns columns_;
  std::optional<output_file> tbi_, csi_;  // when finished, the one that is requested
  std::vector<std::string> replaced_indexes_;
  bool needs_csi_ = false;
  bool is_finished_ = false;
};

/// The names of the index that an output of this name may have; none for what is not packed.
std::vector<std::string> index_paths(const std::string& path);

/// Row by row, within each run of rows of one sequence ascending by start; rows with one start stay in their order, so
/// that a parent stands before its parts. Lines that begin with # go with the row after them.
void write_by_start(std::string_view rows, row_columns columns, const text_sink& sink);

class output_group {
 public:
  /// To be called before commit(), of files that outlive it. Those that are written directly (standard output, pipes)
  /// are completed with the others.
  void add(output_file& file) { files_.push_back(&file); }
  void add(indexed_output& file) { indexed_.push_back(&file); }

  /// Files of an earlier run that go with the indexes of earlier files. Those that are not there are passed over.
  void supersede(const std::vector<std::string>& paths) {
    superseded_.insert(superseded_.end(), paths.begin(), paths.end());
  }

  /// Completes all, but for those that are complete. Throws io_failure.
  void finish();

  /// The same, then looks whether they can be renamed, then renames them, and has the folders on the disk. Throws
  /// io_failure, which says what became of each file where a rename failed: those before it are new.
  void commit();

 private:
  std::vector<output_file*> files_;
  std::vector<indexed_output*> indexed_;
  std::vector<std::string> superseded_;
};

}  // namespace exonweave
