#include "catch.hpp"
#include "pairwise/scan/local_aligner.hpp"
#include "pairwise/scan/scan_cases.hpp"
#include "pairwise/scan/scored_edits.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

constexpr std::uint64_t ample = 1ULL << 30;  // bytes

}  // namespace

TEST_CASE("local alignments score what the recurrence says, and begin and end with a pair", "[scan]") {
  for (const scan_case& each : scan_cases()) {
    const scan_scoring scoring{&each.matrix, each.gaps};
    INFO(each.name);
    for (const protein& query : each.queries) {
      if (query.empty()) continue;
      const local_aligner aligner(query, scoring);
      for (std::size_t k = 0; k < each.database.size(); k += 3) {
        const protein& sequence = each.database[k];
        const auto made = aligner.align(sequence, ample);
        const auto requested = plain_local(query, sequence, scoring);
        REQUIRE(made.total == requested.total);
        if (made.total == 0) continue;
        CHECK(made.query_end == requested.in_query);
        CHECK(made.sequence_end == requested.in_sequence);
        CHECK(score_edits(made, query, sequence, scoring) == made.total);
        CHECK(made.edits.front().op == spliced::edit::match);
        CHECK(made.edits.back().op == spliced::edit::match);
      }
    }
  }
}

TEST_CASE("of alignments that tie, the one that ends first counts", "[scan]") {
  const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  const protein query{17, 18, 17}, sequence{17, 18, 17, 0, 17, 18, 17};
  const auto made = local_aligner(query, {&matrix, {11, 1}}).align(sequence, ample);
  CHECK(made.sequence_begin == 0);
  CHECK(made.sequence_end == 3);
  CHECK(made.edits == std::vector<spliced::edit_run>{{spliced::edit::match, 3}});
}
