// Any bytes as a scoring file: what is sound reads back to the same value after it was written out.
#include "exons/scoring/scoring_file.hpp"
#include "settings_fuzzing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  exonweave::fuzzing::fuzz_settings(data, size, [](const std::string& path, exonweave::report& problems) {
    auto read = exonweave::read_scoring(path, exonweave::molecule::protein, problems);
    read.has_given_introns = true;  // as a file that was written out says them
    return read;
  });
  return 0;
}
