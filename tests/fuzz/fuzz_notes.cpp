// Any records of a plan, a part or a journal of predict: refused, or what they say can be written, and is read back as
// it was. The first byte says whether targets are proteins or cDNA.
#include <cstdlib>

#include "exons/run/run_journal.hpp"
#include "exons/writers/all_writers.hpp"
#include "in_memory_file.hpp"
#include "record_fuzzing.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace {

using namespace exonweave;

struct inputs {
  explicit inputs(molecule kind) {
    sequences.add("chr1", 60);
    sequences.add("chr2", 5);
    targets = {{"targets.fa"}, kind, {{"t0", "MAWDKWFH", 1}, {"t1", "ACGGAT", 3}}};
    if (kind == molecule::dna) targets.targets[0].residues = "ATGGCCAAATAA";
  }
  sequence_catalog sequences;
  target_set targets;
};

void use(const std::string& file, const inputs& read) {
  const fuzzing::in_memory_file made(reinterpret_cast<const std::uint8_t*>(file.data()), file.size());
  const notes_kind part{"part", ""};
  std::vector<run_setting> noted;
  const run_notes notes = read_notes(made.path(), part, [&](const auto& settings) { noted = settings; });
  const std::string again = to_file(noted, notes);
  check_notes(notes, {read.sequences, read.targets, 1}, made.path(), part);
  const fuzzing::in_memory_file written(reinterpret_cast<const std::uint8_t*>(again.data()), again.size());
  if (to_file(noted, read_notes(written.path(), part, [](const auto&) {})) != again) std::abort();
  std::vector<locus_result> results;
  for (const auto& [place, result] : notes.results) results.push_back(result);
  const bool is_protein = read.targets.kind == molecule::protein;
  (void)testing::written_by_all(
      results, read.sequences, read.targets,
      is_protein ? *spliced::named_protein_matrix("BLOSUM62") : spliced::dna_matrix(spliced::match_mismatch(2, -2)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const inputs proteins(molecule::protein), dna(molecule::dna);
  if (size == 0) return 0;
  try {
    use(fuzzing::file_of_records(data + 1, size - 1), data[0] % 2 == 0 ? proteins : dna);
  } catch (const failure& error) {
    if (error.problems().front().where.file.empty()) std::abort();
  }
  return 0;
}
