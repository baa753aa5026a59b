// What has no model, and why, as a table.
#include <algorithm>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/writers/plain_writers.hpp"

using namespace exonweave;
using exonweave::testing::temporary_file;

namespace {

const std::string head =
    "target_id\tregion_seqid\tregion_start0\tregion_end0\tstrands\treason\tbest_score\tn_candidates\n";

// chr2 stands before chr1; targets b, a, c.
struct run {
  report problems;
  temporary_file file{">chr2\nACGTACGT\n>chr1\nACGTACGT\n"};
  genome sequences = genome::open(file.path(), problems);
  target_set targets{{"t.fa"}, molecule::dna, {{"b", "ACG", 1}, {"a", "ACG", 3}, {"c", "ACG", 5}}};

  std::string text(const std::vector<locus_result>& loci, bool is_paired, score_unit unit = score_unit::whole(),
                   const std::vector<std::pair<std::size_t, std::string>>& cuts = {}) {
    unplaced_results unplaced(is_paired);
    for (const auto& each : loci) unplaced.add(each);
    for (const auto& [target, why] : cuts) unplaced.add_cut(target, why);
    std::string all;
    write_unplaced(unplaced, {sequences, {}, targets, {}}, unit, [&](std::string_view piece) { all += piece; });
    return all;
  }
};

locus_result locus(std::size_t sequence, std::size_t target, locus_outcome outcome) {
  locus_result made;
  made.locus = {sequence, {0, 8}, strand::forward, target};
  made.tried = {strand::forward, strand::reverse};
  made.outcome = outcome;
  return made;
}

}  // namespace

TEST_CASE("of pairs each one without a model has a row, sorted by sequence, region and target") {
  auto poor = locus(0, 2, locus_outcome::below_min_score);
  poor.best_score = 33;
  poor.n_candidates = 4;
  poor.tried = {strand::reverse};
  const std::vector<locus_result> loci = {poor, locus(0, 0, locus_outcome::no_chain),
                                          locus(1, 1, locus_outcome::no_start_codon),
                                          locus(1, 0, locus_outcome::model)};
  CHECK(run().text(loci, true) ==
        head +
            "a\tchr1\t0\t8\t+,-\tno exon begins with a start codon\t.\t0\n"
            "b\tchr2\t0\t8\t+,-\tno exons join a beginning to an end in one open frame\t.\t0\n"
            "c\tchr2\t0\t8\t-\tscore below the least for a model\t33\t4\n");
}

TEST_CASE("a best score in halves is written as it is") {
  auto poor = locus(0, 2, locus_outcome::below_min_score);
  poor.best_score = 67;
  CHECK(run().text({poor}, true, score_unit::halves()).ends_with("\t33.5\t0\n"));
  poor.best_score = 66;
  CHECK(run().text({poor}, true, score_unit::halves()).ends_with("\t33\t0\n"));
}

TEST_CASE("without pairs targets that have a model anywhere are none of them, and untried ones are") {
  const std::vector<locus_result> loci = {locus(0, 0, locus_outcome::no_chain), locus(1, 0, locus_outcome::model),
                                          locus(1, 1, locus_outcome::no_chain)};
  CHECK(run().text(loci, false) ==
        head +
            "a\tchr1\t0\t8\t+,-\tno exons join a beginning to an end in one open frame\t.\t0\n"
            "c\t.\t.\t.\t.\tno candidate exon in the region\t.\t0\n");
}

TEST_CASE("a run in which all have models leaves the header alone") {
  CHECK(run().text({locus(0, 0, locus_outcome::model)}, true) == head);
}

TEST_CASE("what a limit left out has a row, though the target has a model") {
  auto cut = locus(1, 0, locus_outcome::model);
  cut.best_score = 90;
  cut.n_left_out = 12;
  const std::vector<locus_result> loci = {locus(0, 1, locus_outcome::model), cut, locus(1, 2, locus_outcome::model)};
  CHECK(run().text(loci, false, score_unit::whole(), {{1, "more loci than the limit: 3 excluded"}}) ==
        head +
            "b\tchr1\t0\t8\t+,-\tmore loci than the limit: 12 excluded\t.\t0\n"
            "a\t.\t.\t.\t.\tmore loci than the limit: 3 excluded\t.\t0\n");
}
