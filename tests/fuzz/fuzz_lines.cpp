// Any bytes are lines or a failure that says so; what is read twice is the same.
#include <cstdlib>

#include "base/files/line_reader.hpp"
#include "in_memory_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const exonweave::fuzzing::in_memory_file file(data, size);
  try {
    exonweave::line_reader lines(file.path());
    std::size_t n_bytes = 0;
    while (const auto line = lines.next()) n_bytes += line->size();
    lines.restart();
    while (const auto line = lines.next()) n_bytes -= line->size();
    if (n_bytes != 0) std::abort();
  } catch (const exonweave::failure&) {
  }
  return 0;
}
