// Soft masks are read where they are, and a sequence in lower case throughout has none.
#include "base/files/packed.hpp"
#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/loci/masked_reader.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

using runs = std::vector<interval>;

void check(masked_reader& reader, std::size_t sequence, interval where, const std::string& residues,
           const runs& masked) {
  const masked_sequence read = reader.read(sequence, where);
  CHECK(read.residues == residues);
  CHECK(read.masked == masked);
}

}  // namespace

TEST_CASE("runs of lower case are told by their places") {
  CHECK(lower_case_runs("", 5).empty());
  CHECK(lower_case_runs("ACGTN", 5).empty());
  CHECK(lower_case_runs("acgtn", 5) == runs{{5, 10}});
  CHECK(lower_case_runs("aACgtTn", 100) == runs{{100, 101}, {103, 105}, {106, 107}});
  CHECK(flip(runs{{0, 1}, {3, 5}}, 7) == runs{{2, 4}, {6, 7}});
}

TEST_CASE("residues come in upper case, with what is masked of them, however the file is packed") {
  const std::string text = ">one\nACacgtuN\nnacgtACG\n>two\nACGT\n";
  for (const std::string& bytes : {text, as_gzip(text), as_bgzf(text, 7)}) {
    const temporary_file file(bytes);
    report problems;
    genome sequences = genome::open(file.path(), problems);
    masked_reader reader(sequences, true);
    check(reader, 0, {0, 16}, "ACACGTTNNACGTACG", {{2, 7}, {8, 13}});
    check(reader, 0, {3, 10}, "CGTTNNA", {{3, 7}, {8, 10}});
    check(reader, 0, {3, 7}, "CGTT", {{3, 7}});  // of a sequence that has upper case elsewhere
    check(reader, 0, {4, 4}, "", {});
    check(reader, 1, {0, 4}, "ACGT", {});
    masked_reader without(sequences, false);
    check(without, 0, {0, 16}, "ACACGTTNNACGTACG", {});
  }
}

TEST_CASE("a sequence in lower case throughout is not masked, also beside gaps in upper case") {
  const temporary_file file(">lower\nacgtNNNNac\n>masked\nacgtNNNNac\nT\n>upper\nACGTNNNNAC\n");
  report problems;
  genome sequences = genome::open(file.path(), problems);
  masked_reader reader(sequences, true);
  for (int n = 0; n < 2; ++n) {  // again from what was remembered
    check(reader, 0, {0, 10}, "ACGTNNNNAC", {});
    check(reader, 0, {8, 10}, "AC", {});
    check(reader, 1, {0, 10}, "ACGTNNNNAC", {{0, 4}, {8, 10}});
    check(reader, 1, {0, 11}, "ACGTNNNNACT", {{0, 4}, {8, 10}});
    check(reader, 2, {0, 10}, "ACGTNNNNAC", {});
  }
}

TEST_CASE("one base in upper case far from the rest makes a mask of it") {
  const std::string much(2'500'000, 'a');
  const temporary_file file(">lower\n" + much + "\n>masked\n" + much + "G\n");
  report problems;
  genome sequences = genome::open(file.path(), problems);
  masked_reader reader(sequences, true);
  CHECK(reader.read(0, {0, 1000}).masked.empty());
  CHECK(reader.read(1, {0, 1000}).masked == runs{{0, 1000}});
}
