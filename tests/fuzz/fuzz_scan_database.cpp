// Any bytes as a formatted scan database, with the checksum that they have and with the right one: refused, or every
// sequence can be read.
#include <zlib.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "in_memory_file.hpp"
#include "pairwise/scan/scan_database.hpp"

namespace {

using namespace exonweave;

void open(const std::string& bytes) {
  const fuzzing::in_memory_file file(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  try {
    const scan_database made = scan_database::open(file.path());
    for (std::size_t k = 0; k < made.blocks().n_sequences(); ++k) {
      std::vector<spliced::residue_code> codes(made.blocks().lengths[k]);
      made.blocks().read(k, codes);
      for (const auto code : codes)
        if (code >= spliced::n_amino_codes) std::abort();
      if (made.residues(k).size() != codes.size()) std::abort();
      const database_origin origin = made.origin(k);
      const interval where = place_of(origin, made.kind(), 0, codes.size());
      if (where.start < 0 || where.end > made.length(origin.record) || made.name(origin.record).empty()) std::abort();
    }
    made.throw_if_changed();
  } catch (const failure&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t checksum_at = 20;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  open(bytes);
  if (size < checksum_at + sizeof(std::uint32_t)) return 0;
  std::memset(bytes.data() + checksum_at, 0, sizeof(std::uint32_t));
  const auto sum = static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  std::memcpy(bytes.data() + checksum_at, &sum, sizeof sum);
  open(bytes);
  return 0;
}
