// Any bytes as a track: told what is wrong, or a page can hold it.
#include <cstdlib>

#include "in_memory_file.hpp"
#include "report/tracks/track_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace exonweave;
  const fuzzing::in_memory_file file(data, size);
  try {
    report problems;
    const track_file track = read_track(file.path(), {"chr1"}, problems);
    if (problems.error_count() > 0) return 0;
    std::string held;
    write_track(track, [&held](std::string_view text) { held += text; });
    if (held.empty()) std::abort();
  } catch (const failure&) {
  }
  return 0;
}
