// The files of a simulated data set say what the data set holds, in every form.
#include <algorithm>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/candidates/candidates.hpp"
#include "exons/loci/pairs.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/sequences/targets.hpp"
#include "lab/simulation/simulation_files.hpp"
#include "lab/simulation/simulation_profiles.hpp"

using namespace exonweave;
using exonweave::testing::temporary_file;

namespace {

template <typename Data, typename Write>
std::string text_of(const Data& data, Write write) {
  std::string text;
  write(data, [&](std::string_view part) { text += part; });
  return text;
}

// A genome and the annotation of one gene, CDS 3..8 and 13..18 on the strand.
struct small_locus {
  temporary_file genome_file;
  temporary_file annotation_file;
  report problems;

  explicit small_locus(const std::string& rows)
      : genome_file(">chr1\nCCATGGCTGTAGTTAGACTTAACC\n"), annotation_file("##gff-version 3\n" + rows) {}

  std::vector<annotated_transcript> read() {
    const auto sequences = genome::open(genome_file.path(), problems);
    return read_annotation(annotation_file.path(), sequences.catalog(), problems);
  }
};

std::string cds(int start, int end, const std::string& attributes, const std::string& on = "+") {
  return "chr1\ttest\tCDS\t" + std::to_string(start) + "\t" + std::to_string(end) + "\t.\t" + on + "\t0\t" +
         attributes + "\n";
}

std::string first_error(small_locus& locus) {
  locus.read();
  return locus.problems.errors().empty() ? "" : locus.problems.errors().front().text();
}

}  // namespace

TEST_CASE("the GFF3 and the GENSCAN text of a simulation hold the same candidates") {
  const auto made = simulate(plan_profile("tiny", 5), 5);
  const temporary_file genome_file(text_of(made, write_simulated_genome));
  const temporary_file gff3(text_of(made, write_simulated_candidates));
  const temporary_file genscan(text_of(made, write_simulated_genscan));
  report problems;
  const auto sequences = genome::open(genome_file.path(), problems);
  const auto read = read_candidates({gff3.path(), genscan.path()}, {}, sequences.catalog(), problems);
  CHECK(problems.error_count() == 0);
  CHECK(problems.warnings().empty());
  CHECK(read.formats == std::vector{candidate_format::gff3, candidate_format::genscan});
  std::size_t n = 0;
  for (const auto& sequence : made.sequences) n += sequence.candidates.size();
  REQUIRE(read.exons.size() == n);
  for (const auto& exon : read.exons) {
    CAPTURE(exon.where.start, exon.where.end);
    REQUIRE(exon.statements.size() == 2);
    CHECK(exon.statements[0].score == exon.statements[1].score);
  }
}

TEST_CASE("targets and pairs of a simulation are read back without a complaint") {
  const auto made = simulate(plan_profile("tiny", 5), 5);
  const temporary_file genome_file(text_of(made, write_simulated_genome));
  const temporary_file cds_file(text_of(made.targets, write_target_cds));
  const temporary_file protein_file(text_of(made.targets, write_target_proteins));
  const temporary_file pairs_file(text_of(made.targets, write_target_pairs));
  report problems;
  const auto sequences = genome::open(genome_file.path(), problems);
  const auto dna = read_targets({cds_file.path()}, target_type::recognise, problems);
  const auto proteins = read_targets({protein_file.path()}, target_type::recognise, problems);
  CHECK(dna.kind == molecule::dna);
  CHECK(proteins.kind == molecule::protein);
  CHECK(read_pairs(pairs_file.path(), sequences.catalog(), dna, problems).size() == made.targets.size());
  CHECK(read_pairs(pairs_file.path(), sequences.catalog(), proteins, problems).size() == made.targets.size());
  CHECK(problems.error_count() == 0);
  CHECK(problems.warnings().empty());
}

TEST_CASE("the truth of a simulation, read as an annotation, gives its coding sequences") {
  const auto made = simulate(plan_profile("tiny", 5), 5);
  const temporary_file genome_file(text_of(made, write_simulated_genome));
  const temporary_file truth(text_of(made, write_simulated_truth));
  report problems;
  auto sequences = genome::open(genome_file.path(), problems);
  const auto transcripts = read_annotation(truth.path(), sequences.catalog(), problems);
  std::size_t n = 0;
  for (const auto& sequence : made.sequences)
    for (const auto& gene : sequence.genes) {
      REQUIRE(n < transcripts.size());
      CHECK(transcripts[n].id == transcript_id(gene));
      CHECK(coding_sequence(sequences, transcripts[n]) == coding_sequence(sequence, gene));
      ++n;
    }
  CHECK(n == transcripts.size());
  const auto targets = diverge_annotation(sequences, transcripts, {}, 1, problems);
  REQUIRE(targets.size() == n);
  CHECK(targets.front().cds.residues == coding_sequence(sequences, transcripts.front()));
  CHECK(problems.warnings().empty());
}

TEST_CASE("CDS rows of one parent are one transcript, whatever their order") {
  small_locus locus(cds(13, 18, "Parent=t1") + cds(3, 8, "Parent=t1,t2"));
  const auto transcripts = locus.read();
  CHECK(locus.problems.error_count() == 0);
  REQUIRE(transcripts.size() == 2);
  CHECK(transcripts[0].id == "t1");
  CHECK(transcripts[0].exons == std::vector<interval>{{2, 8}, {12, 18}});
  CHECK(transcripts[1].exons == std::vector<interval>{{2, 8}});
}

TEST_CASE("a reverse transcript is read on the reverse complement") {
  small_locus locus(cds(3, 8, "Parent=t1", "-"));
  const auto transcripts = locus.read();
  auto sequences = genome::open(locus.genome_file.path(), locus.problems);
  CHECK(coding_sequence(sequences, transcripts.at(0)) == "AGCCAT");
}

TEST_CASE("what is wrong with an annotation is told with its line") {
  const auto reported = [](const std::string& rows, const std::string& what) {
    small_locus locus(rows);
    const auto error = first_error(locus);
    CAPTURE(error);
    return error.find(what) != std::string::npos;
  };
  CHECK(reported(cds(3, 8, "ID=c"), ":2: CDS row without Parent"));
  CHECK(reported(cds(8, 3, "Parent=t"), ":2: end lies before start"));
  CHECK(reported(cds(3, 80, "Parent=t"), ":2: "));
  CHECK(reported(cds(3, 8, "Parent=t", "."), ":2: bad strand (got '.', need + or -)"));
  CHECK(reported(cds(3, 8, "Parent=t") + "chr1\tt\tmRNA\t1\t9\t.\t+\t.\tID=t\nchr1\tt\tmRNA\t1\t9\t.\t+\t.\tID=t\n",
                 ":4: duplicate ID (got 't'"));
  CHECK(reported(cds(3, 8, "Parent=t") + cds(8, 14, "Parent=t"), ":2: CDS rows of a transcript overlap"));
  CHECK(reported(cds(3, 8, "Parent=t%20x"), ":2: id of a transcript with a blank in it"));
  CHECK(reported("", "annotation without a CDS row"));
}

TEST_CASE("a transcript on both strands is left out with a warning") {
  small_locus locus(cds(3, 8, "Parent=t") + cds(12, 14, "Parent=t", "-") + cds(13, 18, "Parent=u"));
  const auto transcripts = locus.read();
  REQUIRE(transcripts.size() == 1);
  CHECK(transcripts.front().id == "u");
  CHECK(locus.problems.error_count() == 0);
  REQUIRE(locus.problems.warnings().size() == 1);
  CHECK(locus.problems.warnings().front().find(":2: 1 trans-spliced transcript is skipped (got 't'") !=
        std::string::npos);
}

TEST_CASE("an incomplete coding sequence is copied with a warning") {
  small_locus locus(cds(4, 8, "Parent=t1"));
  const auto transcripts = locus.read();
  auto sequences = genome::open(locus.genome_file.path(), locus.problems);
  const auto targets = diverge_annotation(sequences, transcripts, {}, 1, locus.problems);
  CHECK(targets.at(0).cds.residues == "TGGCT");
  REQUIRE(locus.problems.warnings().size() == 1);
  CHECK(locus.problems.warnings().front().find("not ATG, sense codons, stop (got 't1')") != std::string::npos);
}
