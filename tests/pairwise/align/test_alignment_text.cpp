// Columns of an alignment and the blocks in which they are shown.
#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "pairwise/align/align_run.hpp"

using namespace exonweave;
using spliced::edit;

namespace {

char bar(char a, char b) { return a == b ? '|' : ' '; }

}  // namespace

TEST_CASE("columns have the residues of both sides above each other") {
  const std::vector<spliced::edit_run> edits{
      {edit::match, 2}, {edit::insertion, 1}, {edit::deletion, 2}, {edit::match, 1}};
  const auto columns = make_columns("ACGT", "AGTTT", edits, edit::insertion, bar);
  CHECK(columns.query == "ACG--T");
  CHECK(columns.middle == "|    |");
  CHECK(columns.subject == "AG-TTT");
  CHECK(columns.size() == 6);
  CHECK(columns.n_pairs == 3);
  CHECK(columns.n_identical == 2);
  CHECK(columns.n_gaps == 2);
  const auto turned = make_columns("AGTTT", "ACGT", edits, edit::deletion, bar);
  CHECK(turned.query == columns.subject);
  CHECK(turned.subject == columns.query);
  CHECK(make_columns("", "", {}, edit::insertion, bar).size() == 0);
}

TEST_CASE("blocks have 60 columns, between the places of their residues") {
  for (const std::size_t n : {59u, 60u, 61u}) {
    const std::string residues(n, 'A');
    const std::vector<spliced::edit_run> edits{{edit::match, static_cast<std::uint32_t>(n)}};
    const auto columns = make_columns(residues, residues, edits, edit::insertion, bar);
    const std::string text = alignment_blocks(columns, 3, counted_from_one);
    const std::size_t first = std::min<std::size_t>(n, 60);
    std::string requested = "Query  4          " + std::string(first, 'A') + "  " + std::to_string(first + 3) + "\n" +
                            std::string(18, ' ') + std::string(first, '|') + "\nSbjct  1          " +
                            std::string(first, 'A') + "  " + std::to_string(first) + "\n\n";
    if (n == 61) requested += "Query  64         A  64\n" + std::string(18, ' ') + "|\nSbjct  61         A  61\n\n";
    CHECK(text == requested);
  }
}

TEST_CASE("a side without residues in a block has the place before it twice") {
  const std::string residues(61, 'A');
  const std::vector<spliced::edit_run> edits{{edit::match, 1}, {edit::insertion, 60}};
  const auto columns = make_columns(residues, "A", edits, edit::insertion, bar);
  const std::string text = alignment_blocks(columns, 0, counted_from_one);
  CHECK(text.ends_with("Query  61         A  61\n" + std::string(18, ' ') + " \nSbjct  1          -  1\n\n"));
}
