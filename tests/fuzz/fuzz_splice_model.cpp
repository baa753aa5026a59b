#include "exons/sites/splice_model.hpp"
#include "settings_fuzzing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  exonweave::fuzzing::fuzz_settings(data, size, exonweave::read_splice_model);
  return 0;
}
