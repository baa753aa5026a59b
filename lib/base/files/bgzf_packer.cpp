#include "base/files/bgzf_packer.hpp"

#include <htslib/bgzf.h>

#include <new>

namespace exonweave {
namespace {

constexpr int usual_level = -1;  // of compression

// Of at most BGZF_BLOCK_SIZE bytes; of none it is the end block.
void append_block(std::string_view text, std::string& packed) {
  const std::size_t n_before = packed.size();
  std::size_t size = BGZF_MAX_BLOCK_SIZE;
  packed.resize(n_before + size);
  if (::bgzf_compress(packed.data() + n_before, &size, text.data(), text.size(), usual_level) != 0)
    throw std::bad_alloc();
  packed.resize(n_before + size);
}

}  // namespace

std::string bgzf_packer::pack(std::string_view text) {
  waiting_ += text;
  std::string packed;
  std::string_view rest = waiting_;
  for (; rest.size() >= BGZF_BLOCK_SIZE; rest.remove_prefix(BGZF_BLOCK_SIZE))
    append_block(rest.substr(0, BGZF_BLOCK_SIZE), packed);
  waiting_.erase(0, waiting_.size() - rest.size());
  return packed;
}

std::string bgzf_packer::finish() {
  std::string packed;
  if (!waiting_.empty()) append_block(waiting_, packed);
  waiting_.clear();
  append_block("", packed);
  return packed;
}

}  // namespace exonweave
