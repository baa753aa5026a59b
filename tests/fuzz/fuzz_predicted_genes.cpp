// Any text as genes that another program predicts: told what is wrong, or each transcript lies on its sequence.
#include "candidate_fuzzing.hpp"
#include "exons/candidates/annotation.hpp"
#include "in_memory_file.hpp"

namespace {

using namespace exonweave;

void check_transcript(const annotated_transcript& transcript, const sequence_catalog& sequences) {
  fuzzing::require(transcript.sequence < sequences.size() && !transcript.exons.empty());
  std::int64_t end = 0;
  for (const interval& exon : transcript.exons) {
    fuzzing::require(exon.start >= end && exon.length() > 0);
    end = exon.end;
  }
  fuzzing::require(end <= sequences.length(transcript.sequence));
  fuzzing::require(!transcript.score || (*transcript.score >= 0 && *transcript.score <= 1));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzzing::in_memory_file file(data, size);
  sequence_catalog sequences;
  sequences.add("chr1", 1000);
  sequences.add("chr2", std::int64_t{1} << 40);
  try {
    report problems;
    const auto transcripts = read_predicted_genes(file.path(), sequences, problems);
    for (const auto& error : problems.errors()) fuzzing::require(!error.text().empty());
    if (problems.error_count() == 0)
      for (const annotated_transcript& each : transcripts) check_transcript(each, sequences);
  } catch (const failure&) {
  }
  return 0;
}
