// What the scripts of a page translate by themselves.
#include <string>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "report/page/report_page.hpp"

namespace exonweave::testing {
namespace {

std::string translated(const std::string& bases, const std::string& rows, int code = 1) {
  const temporary_file fasta(">s\n" + bases + "\n"), gff("s\tx\tmRNA\t1\t4\t.\t+\t.\tID=t\n" + rows);
  report problems;
  genome sequences = genome::open(fasta.path(), problems);
  known_sequences known(sequences.catalog());
  feature_table table = read_features(gff.path(), sequences.catalog(), known, problems);
  CHECK(problems.error_count() == 0);
  if (rows.find("\t-\t") != std::string::npos) table.models.front().on = '-';
  return page_translation(table, table.models.front(), sequences, genetic_code(code));
}

std::string cds(int first, int last, char on, int phase) {
  return "s\tx\tCDS\t" + std::to_string(first) + "\t" + std::to_string(last) + "\t.\t" + on + "\t" +
         std::to_string(phase) + "\tParent=t\n";
}

TEST_CASE("parts are joined in reading direction, from the first whole codon on") {
  CHECK(translated("ccATGAAgtttagATGAcc", cds(3, 7, '+', 0) + cds(14, 17, '+', 1)) == "MK");  // ATG AAA TGA
  CHECK(translated("ATGAAATGA", cds(1, 9, '+', 0)) == "MK");
  CHECK(translated("TCATTTCAT", cds(1, 9, '-', 0)) == "MK");
  CHECK(translated("GATGAAA", cds(1, 7, '+', 1)) == "MK");
  CHECK(translated("ATGTGAAAA", cds(1, 9, '+', 0)) == "M*K");
}

TEST_CASE("each code has its own letters, and ambiguous bases have none") {
  CHECK(translated("ATGTGA", cds(1, 6, '+', 0), 2) == "MW");
  CHECK(translated("ATGNGA", cds(1, 6, '+', 0)).empty());
  CHECK(translated("ATGC", "").empty());
  CHECK(code_letters(standard_code()) == "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG");
}

}  // namespace
}  // namespace exonweave::testing
