// Any bytes as a scoring file: what is sound reads back to the same value after it was written out.
#include <cstdlib>

#include "exons/chains/scoring_file.hpp"
#include "in_memory_file.hpp"

namespace {

exonweave::scoring_options read(const std::uint8_t* data, std::size_t size, exonweave::report& problems) {
  const exonweave::fuzzing::in_memory_file file(data, size);
  return exonweave::read_scoring(file.path(), exonweave::molecule::protein, problems);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace exonweave;
  try {
    report problems;
    const auto options = read(data, size, problems);
    if (problems.error_count() > 0) return 0;
    const std::string yaml = to_yaml(options);
    const auto again = read(reinterpret_cast<const std::uint8_t*>(yaml.data()), yaml.size(), problems);
    if (problems.error_count() > 0 || again != options) std::abort();
  } catch (const failure&) {
  }
  return 0;
}
