// Any text that begins as a GFF does, of each version, gives exons within its sequence, or problems that can
// be shown.
#include "candidate_fuzzing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  exonweave::fuzzing::check_candidates(text);
  exonweave::fuzzing::check_candidates("##gff-version 3\n" + std::string(text));
  exonweave::fuzzing::check_candidates("##gff-version 2\n" + std::string(text));
  return 0;
}
