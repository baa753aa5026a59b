// Text packed as BGZF: gzip in blocks, so that an index can name places in it (htslib, bgzip).
#pragma once

#include <string>
#include <string_view>

namespace exonweave {

class bgzf_packer {
 public:
  /// The blocks that are full with this text after that of the calls before. Throws std::bad_alloc.
  [[nodiscard]] std::string pack(std::string_view text);

  /// What is left, and the block that says that nothing is missing. No text may follow.
  [[nodiscard]] std::string finish();

 private:
  std::string waiting_;  // less than a block
};

}  // namespace exonweave
