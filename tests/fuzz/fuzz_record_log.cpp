// Any bytes as a file of records, checksums and all: no more comes out than its bytes can hold, and what is whole reads
// back the same.
#include <cstdlib>
#include <vector>

#include "in_memory_file.hpp"
#include "record_fuzzing.hpp"

namespace {

using namespace exonweave;

std::vector<std::string> records_of(const std::string& bytes) {
  const fuzzing::in_memory_file file(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  std::vector<std::string> records;
  read_log(file.path(), "log", [&](std::string&& record) { records.push_back(std::move(record)); });
  return records;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string mark = log_of({});
  try {
    const auto records = records_of(mark + std::string(reinterpret_cast<const char*>(data), size));
    if (records_of(log_of(records)) != records) std::abort();
  } catch (const failure&) {
    std::abort();  // the mark is right, so what is damaged is left out
  }
  return 0;
}
