// Any bytes as a genome and as targets: sound, or told. A sound genome gives the same bases in parts as in
// whole.
#include <cstdlib>

#include "exons/sequences/genome.hpp"
#include "exons/sequences/targets.hpp"
#include "in_memory_file.hpp"

namespace {

using namespace exonweave;

void read_genome(const std::string& path) {
  report problems;
  genome g = genome::open(path, problems);
  if (problems.error_count() > 0) return;
  for (std::size_t i = g.catalog().size(); i-- > 0;) {
    const std::int64_t length = g.catalog().length(i);
    const std::string whole = g.fetch(i, {0, length});
    if (static_cast<std::int64_t>(whole.size()) != length) std::abort();
    const std::string parts = g.fetch(i, {0, length / 3}) + g.fetch(i, {length / 3, length});
    if (parts != whole || reverse_complement(reverse_complement(whole)) != whole) std::abort();
  }
}

void read_as(target_type type, const std::string& path) {
  report problems;
  for (const target& t : read_targets({path}, type, problems).targets)
    if (t.residues.empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzzing::in_memory_file file(data, size);
  try {
    read_as(target_type::recognise, file.path());
    read_as(target_type::protein, file.path());
    read_genome(file.path());
  } catch (const failure&) {
  }
  return 0;
}
