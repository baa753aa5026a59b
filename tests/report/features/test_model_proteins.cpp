// Proteins are read as they stand, whatever their letters.
#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "report/features/model_proteins.hpp"

namespace exonweave::testing {
namespace {

TEST_CASE("proteins have the names of their records, and all residues of their lines") {
  const temporary_file file(">a.t1 target=x\nACGT\nM*\n>a.t2\nMK\n");
  report problems;
  const auto proteins = read_model_proteins(file.path(), problems);
  CHECK(proteins == std::map<std::string, std::string>{{"a.t1", "ACGTM*"}, {"a.t2", "MK"}});
  CHECK(problems.error_count() == 0);
}

TEST_CASE("a file of proteins that is none is an error") {
  const temporary_file file("a b\n");
  report problems;
  (void)read_model_proteins(file.path(), problems);
  CHECK(problems.error_count() == 1);
}

}  // namespace
}  // namespace exonweave::testing
