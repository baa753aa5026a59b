// Any records as a journal of scan: refused, or batches that are told apart from those of these queries and this
// database, or are of them.
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "pairwise/scan/scan_run.hpp"
#include "record_fuzzing.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace {

using namespace exonweave;

// A journal is locked and written to: a file of its own.
const std::string path = "/dev/shm/exonweave_fuzz_scan_journal_" + std::to_string(::getpid());

target_set proteins() {
  return {{"made.fa"}, molecule::protein, {{"a", "MAGICWHY", 1}, {"b", "MAGIC", 3}, {"c", "GA", 5}}};
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  std::atexit([] { ::unlink(path.c_str()); });
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const target_set queries = proteins();
  static const scan_database database = scan_database::of_proteins(queries);
  static const spliced::substitution_matrix matrix = *spliced::named_protein_matrix("BLOSUM62");
  const scan_context context{queries, database, matrix, false};
  std::ofstream(path, std::ios::binary) << fuzzing::file_of_records(data, size);
  try {
    const auto scanned = scan_journal(path, fuzzing::some_settings(), true).take_scanned();
    if (!are_of(context, scanned)) return 0;
    (void)count_cells(context, scanned);
    for (const scanned_batch& batch : scanned)
      for (const scan_hit& hit : batch.hits)
        if (hit.query >= queries.targets.size() || hit.sequence >= database.blocks().n_sequences()) std::abort();
  } catch (const failure&) {
  }
  return 0;
}
