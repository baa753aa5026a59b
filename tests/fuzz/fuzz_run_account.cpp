// Any bytes as run.json: told what is wrong, or what a page takes of it is there.
#include <cstdlib>

#include "in_memory_file.hpp"
#include "report/page/run_account.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace exonweave;
  const fuzzing::in_memory_file file(data, size);
  try {
    report problems;
    const auto run = read_run_account(file.path(), problems);
    if (run.is_null() != (problems.error_count() > 0)) std::abort();
    if (!inputs_of_run(file.path(), "genome").empty() && !run.is_null() && !run.contains("inputs")) std::abort();
    if (run.is_null()) return 0;
    if (run.contains("results") && run["results"]["with_model"] > run["results"]["targets"].size()) std::abort();
    (void)run.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  } catch (const failure&) {
  }
  return 0;
}
