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

#include <string>
#include <vector>

#include "base/files/indexed_output.hpp"
#include "base/files/output.hpp"

namespace exonweave {

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
