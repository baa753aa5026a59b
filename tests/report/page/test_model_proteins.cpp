// Proteins are read as they stand, whatever their letters.
#include <map>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "report/page/report_page.hpp"

namespace exonweave::testing {
namespace {

struct read_proteins {
  std::map<std::string, std::string> by_name;
  std::uint64_t n_residues = 0;
  report problems;
};

read_proteins read(const std::string& text, std::uint64_t most = 1000) {
  const temporary_file file(text);
  read_proteins made;
  made.n_residues = read_model_proteins(
      file.path(), most, made.problems,
      [&made](const std::string& name, const std::string& residues) { made.by_name[name] = residues; });
  return made;
}

TEST_CASE("proteins have the names of their records, and all residues of their lines") {
  const auto made = read(">a.t1 target=x\nACGT\nM*\n>a.t2\nMK\n");
  CHECK(made.by_name == std::map<std::string, std::string>{{"a.t1", "ACGTM*"}, {"a.t2", "MK"}});
  CHECK(made.n_residues == 8);
  CHECK(made.problems.error_count() == 0);
}

TEST_CASE("residues beyond the most are counted alone") {
  const auto made = read(">a\nMK\n>b\nMKV\n>c\nM\n", 3);
  CHECK(made.by_name == std::map<std::string, std::string>{{"a", "MK"}});
  CHECK(made.n_residues == 6);
}

TEST_CASE("targets of files are in capitals, without a stop codon at their ends") {
  const temporary_file first(">a\nmkv*\n>b x\nMK.\n"), second(">c\nM*K\n");
  report problems;
  std::string handed;
  targets_of_files({first.path(), second.path()}, problems)(
      [&handed](const std::string& name, const std::string& residues) { handed += name + " " + residues + "\n"; });
  CHECK(handed == "a MKV\nb MK\nc M*K\n");
  CHECK(problems.error_count() == 0);
}

TEST_CASE("a file of proteins that is none is an error") { CHECK(read("a b\n").problems.error_count() == 1); }

}  // namespace
}  // namespace exonweave::testing
