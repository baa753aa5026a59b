// Any text that begins as a GENSCAN run does gives exons within its sequence, or problems that can be shown.
#include "candidate_fuzzing.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view head = "GENSCAN 1.0\nSequence chr1 : 1000 bp : 50.00% C+G\n";
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  exonweave::fuzzing::check_candidates(text);
  exonweave::fuzzing::check_candidates(std::string(head) + std::string(text));
  return 0;
}
