// Names as NCBI and UniProt write them, and their accessions.
#include <catch.hpp>

#include "exons/loci/accessions.hpp"
#include "exons/loci/named_records.hpp"

namespace exonweave::testing {
namespace {

using names = std::vector<std::string_view>;

TEST_CASE("accessions are the parts of a name that are no databases") {
  CHECK(accessions_of("XP_1.1") == names{"XP_1.1"});
  CHECK(accessions_of("ref|XP_1.1|") == names{"XP_1.1"});
  CHECK(accessions_of("gi|123|ref|XP_1.1|") == names{"gi|123", "XP_1.1"});
  CHECK(accessions_of("sp|P12345|NAME_HUMAN") == names{"P12345", "NAME_HUMAN"});
  CHECK(accessions_of("lcl|seq") == names{"seq"});
  CHECK(accessions_of("species|gene") == names{"species|gene"});  // of no database that is known
  CHECK(accessions_of("").size() == 1);
  CHECK(accessions_of("gi|123") == names{"gi|123"});
  CHECK(accessions_of("pdb|1ABC|A") == names{"1ABC|A"});
  CHECK(accessions_of("gnl|MYDB|5") == names{"MYDB|5"});
  CHECK(accessions_of("gi|7|gnl|MYDB|5|ref|XP_1.1|") == names{"gi|7", "MYDB|5", "XP_1.1"});
  CHECK(accessions_of("ref|").empty());
}

TEST_CASE("what only a part of a record's name would find is not that record") {
  sequence_catalog sequences;
  target_set targets{{"targets.fa"}, molecule::protein, {}};
  for (const char* name : {"pdb|1ABC|B", "gnl|MYDB|7", "gi|5"}) targets.targets.push_back({name, "MKV"});
  report problems;
  const named_records records(sequences, targets, problems);
  for (const char* other : {"pdb|1ABC|A", "B", "1ABC", "gnl|MYDB|5", "MYDB", "5", "7"})
    CHECK_FALSE(records.find_target(other).has_value());
  CHECK(records.find_target("1ABC|B") == 0);
}

TEST_CASE("a name means the record that has it, or else the only one with its accession") {
  sequence_catalog sequences;
  sequences.add("gi|9|ref|NC_1.1|", 100);
  target_set targets{{"targets.fa"}, molecule::protein, {}};
  for (const char* name : {"gi|1|ref|XP_1.1|", "sp|P12345|NAME_HUMAN", "tr|P12345|OTHER", "plain", "XP_2.1"})
    targets.targets.push_back({name, "MKV"});
  targets.without_residues = {"ref|XP_9.1|"};
  report problems;
  const named_records records(sequences, targets, problems);
  CHECK(records.find_sequence("NC_1.1") == 0);
  CHECK(records.find_sequence("ref|NC_1.1|") == 0);
  CHECK_FALSE(records.find_sequence("NC_1").has_value());
  CHECK(records.find_target("XP_1.1") == 0);
  CHECK(records.find_target("ref|XP_1.1|") == 0);
  CHECK(records.find_target("NAME_HUMAN") == 1);
  CHECK(records.find_target("tr|P12345|OTHER") == 2);
  CHECK(records.find_target("lcl|plain") == 3);
  CHECK(records.find_target("gi|7|ref|XP_2.1|") == 4);
  CHECK_FALSE(records.find_target("P12345").has_value());  // two have it
  CHECK_FALSE(records.find_target("XP_9.1").has_value());
  CHECK(records.has_target("XP_9.1"));
  CHECK_FALSE(records.target({"hits", 1}, "P12345").has_value());
  CHECK(problems.errors().at(0).hint == "did you mean 'sp|P12345|NAME_HUMAN', 'tr|P12345|OTHER'?");
}

}  // namespace
}  // namespace exonweave::testing
