#include <set>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "pairwise/scan/match_table.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;

namespace {

const spliced::substitution_matrix blosum62 = *spliced::named_protein_matrix("BLOSUM62");

constexpr auto M = spliced::edit::match, I = spliced::edit::insertion;

// MAWYH and what is behind it, to two proteins.
struct some_matches {
  target_set queries{{"q.fa"}, molecule::protein, {{"q", "MAWYHKDERLIV", 1}}};
  scan_database database = scan_database::of_proteins(
      {{"d.fa"}, molecule::protein, {{"one", "GGMAWHKDERLVV", 1, 0, false, "of many"}, {"two", "MAW", 3}}});
  scan_context context{queries, database, blosum62};
  // MAWYHKDERLI against MAW-HKDERLV, HKD against HKD, MAW against MAW.
  std::vector<scan_match> matches{{0, 0, 50, {50, 0, 11, 2, 12, {{M, 3}, {I, 1}, {M, 7}}}, "MAWHKDERLV", 1e-20, 23.94},
                                  {0, 0, 50, {14, 4, 7, 5, 8, {{M, 3}}}, "HKD", 0.5, 9.99},
                                  {0, 1, 20, {20, 0, 3, 0, 3, {{M, 3}}}, "MAW", 0.001, 12}};

  [[nodiscard]] std::string rows(std::string_view names) const { return match_table(names).rows(context, matches); }
};

}  // namespace

TEST_CASE("the standard columns are BLAST's twelve", "[scan]") {
  CHECK(some_matches().rows("std") ==
        "q\tone\t81.818\t11\t1\t1\t1\t11\t3\t12\t1.00e-20\t23.9\n"
        "q\tone\t100.000\t3\t0\t0\t5\t7\t6\t8\t5.00e-01\t10.0\n"
        "q\ttwo\t100.000\t3\t0\t0\t1\t3\t1\t3\t1.00e-03\t12.0\n");
}

TEST_CASE("columns are those that are asked for, in their order", "[scan]") {
  const some_matches matches;
  CHECK(matches.rows("score, qlen slen") == "50\t12\t13\n14\t12\t13\n20\t12\t3\n");
  CHECK(matches.rows("btop") == "3Y-6IV\n3\n3\n");
  CHECK(matches.rows("qseq,sseq").starts_with("MAWYHKDERLI\tMAW-HKDERLV\n"));
  CHECK(matches.rows("nident positive ppos gaps").starts_with("9\t10\t90.91\t1\n"));
  CHECK(matches.rows("stitle salltitles").starts_with("one of many\tone of many\n"));
  CHECK(matches.rows("sacc stitle").ends_with("two\ttwo\n"));
  CHECK(matches.rows("frames qframe sframe sstrand").starts_with("1/1\t1\t1\tN/A\n"));
  CHECK(matches.rows("qseqid std").starts_with("q\tq\tone\t81.818"));
  for (const auto& [name, what] : match_table::all()) {
    CHECK_FALSE(what.empty());
    CHECK_FALSE(matches.rows(name).empty());
  }
}

TEST_CASE("a query is covered by each match, and by all in a sequence", "[scan]") {
  some_matches matches;
  CHECK(matches.rows("qcovs qcovhsp") == "92\t92\n92\t25\n25\t25\n");
  matches.matches[1].alignment.query_end = 12;  // behind the first by one
  CHECK(matches.rows("qcovs qcovhsp") == "100\t92\n100\t67\n25\t25\n");
  matches.queries.targets[0].residues = std::string(1000, 'M');
  matches.matches[0].alignment.query_end = 999;
  matches.matches[0].residues = std::string(11, 'M');
  CHECK(matches.rows("qcovs").starts_with("99\n"));
}

TEST_CASE("frames of a genome have NCBI's numbers", "[scan]") {
  // MAWYHK at 4 on the forward strand, and 2 nt before the end on the reverse one.
  const std::string coding = "ATGGCTTGGTATCATAAA";
  const testing::temporary_file fasta(">chr\nTAAC" + coding + "TAGC" + reverse_complement(coding) + "TA\n");
  report problems;
  genome sequences = genome::open(fasta.path(), problems);
  run_control control;
  const auto database = scan_database::of_frames(sequences, standard_code(), masking::none, 1, control);
  const target_set queries{{"q.fa"}, molecule::protein, {{"q", "MAWYHK", 1}}};
  std::set<std::string> rows;
  for (std::uint32_t k = 0; k < database.blocks().n_sequences(); ++k) {
    const auto position = database.residues(k).find("MAWYHK");
    if (position == std::string::npos) continue;
    const scan_match match{0, k, 30, {30, 0, 6, position, position + 6, {{M, 6}}}, "MAWYHK", 1e-3, 20};
    rows.insert(match_table("sframe frames sstrand sstart send slen").rows({queries, database, blosum62}, {&match, 1}));
  }
  CHECK(rows == std::set<std::string>{"2\t0/2\tplus\t5\t22\t46\n", "-3\t0/-3\tminus\t44\t27\t46\n"});
}

TEST_CASE("a column that there is not is told, with those that are like it", "[scan]") {
  const auto unknown = [](std::string_view names) {
    try {
      const match_table made(names);
    } catch (const unknown_column& error) {
      return error;
    }
    return unknown_column{"none", {}};
  };
  CHECK(unknown("std qcov").name == "qcov");
  CHECK(unknown("std qcov").nearest == std::vector<std::string>{"qcovs"});
  CHECK(unknown("staxid").name == "staxid");
  CHECK(unknown(" , ").name.empty());
  CHECK(unknown("std").name == "none");
}
