#include "lab/simulation/annotated_targets.hpp"

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {
namespace {

bool is_complete(const std::string& coding) {
  const auto protein = translate(coding);
  return coding.size() % codon_length == 0 && coding.substr(0, codon_length) == "ATG" &&
         protein.find('*') == protein.size() - 1;
}

}  // namespace

std::vector<simulated_target> diverge_annotation(genome& sequences,
                                                 const std::vector<annotated_transcript>& transcripts,
                                                 const divergence_rates& rates, std::uint64_t seed, report& problems) {
  random_source random(seed);
  std::vector<simulated_target> targets;
  for (const auto& transcript : transcripts) {
    const std::string coding = coding_sequence(sequences, transcript);
    if (!is_complete(coding)) {
      problem_report problem;
      problem.where = {sequences.path(), 0};
      problem.what = "coding sequence of a transcript is not ATG, sense codons, stop";
      problem.got = transcript.id;
      problems.warn(problem);
    }
    const interval span{transcript.exons.front().start, transcript.exons.back().end};
    targets.push_back({transcript.id, "simulated", sequences.catalog().name(transcript.sequence),
                       region_around(span, sequences.catalog().length(transcript.sequence)), transcript.on,
                       transcript.id, diverge(coding, rates, random)});
  }
  return targets;
}

}  // namespace exonweave
