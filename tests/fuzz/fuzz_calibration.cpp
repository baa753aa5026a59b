// Any bytes as a calibration: told what is wrong, or what is written of it is read back.
#include <cstdlib>

#include "in_memory_file.hpp"
#include "runtime_model/calibration/calibration.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace exonweave;
  try {
    report problems;
    const fuzzing::in_memory_file file(data, size);
    const calibration read = read_calibration(file.path(), problems);
    for (const auto& problem : problems.errors())
      if (problem.text().empty()) std::abort();
    if (problems.error_count() > 0) return 0;
    const std::string yaml = to_yaml(read);
    const fuzzing::in_memory_file written(reinterpret_cast<const std::uint8_t*>(yaml.data()), yaml.size());
    const calibration again = read_calibration(written.path(), problems);
    if (problems.error_count() > 0 || again.date != read.date || again.machine.gpus != read.machine.gpus) std::abort();
  } catch (const failure&) {
  }
  return 0;
}
