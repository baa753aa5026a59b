// Which genetic codes an option asks for.
#include "catch.hpp"
#include "cli/data_options.hpp"
#include "contains.hpp"

using namespace exonweave;
using namespace exonweave::apps;
using exonweave::testing::contains;

namespace {

using codes_by_name = std::vector<std::pair<std::string, int>>;

genetic_code_requests parsed(const std::string& text) { return parse_genetic_codes("--genetic-code", text); }

}  // namespace

TEST_CASE("a code of all sequences, and those of single ones") {
  CHECK(parsed("11").usual == 11);
  CHECK(parsed("11").of_sequences.empty());
  CHECK(parsed("1,MT=2,chr=C=11").usual == 1);
  CHECK(parsed("1,MT=2,chr=C=11").of_sequences == codes_by_name{{"MT", 2}, {"chr=C", 11}});
  CHECK(parsed("MT=2").usual == 1);
  CHECK(parsed("MT=2,4").usual == 4);
}

TEST_CASE("what is no code is refused, and a sequence that has two") {
  for (const char* bad : {"", "7", "1,", ",1", "1,MT=", "1,MT=7", "MT", "01", "1 ,MT=2"})
    CHECK_THROWS_WITH(parsed(bad), contains("--genetic-code: not the number of a genetic code"));
  CHECK_THROWS_WITH(parsed("1,2"), contains("two codes for all sequences"));
  CHECK_THROWS_WITH(parsed("MT=2,MT=4"), contains("two codes for one sequence"));
}

TEST_CASE("codes are those of the genome's sequences") {
  sequence_catalog sequences;
  for (const char* name : {"chr1", "MT"}) sequences.add(name, 100);
  const genetic_codes codes = codes_of(parsed("1,MT=2"), sequences);
  CHECK(codes.usual().id() == 1);
  CHECK(codes.of_sequence(0).id() == 1);
  CHECK(codes.of_sequence(1).id() == 2);
  CHECK(codes.has_own(1));
  CHECK_FALSE(codes.has_own(0));
  CHECK_THROWS_WITH(codes_of(parsed("1,M=2"), sequences), contains("--genetic-code: unknown sequence (got 'M'"));
  CHECK(codes_of(parsed("1,M=2"), {}).usual().id() == 1);
}
