#include <random>

#include "base/files/scratch.hpp"
#include "catch.hpp"
#include "pairwise/scan/database_file.hpp"
#include "pairwise/scan/scan_database.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

target_set random_proteins(std::size_t n) {
  std::mt19937_64 random(2008);
  target_set made;
  made.paths = {"made.fa"};
  made.kind = molecule::protein;
  for (std::size_t k = 0; k < n; ++k) {
    target& each = made.targets.emplace_back();
    each.name = "p" + std::to_string(k);
    if (k % 3 == 0) each.description = "what it is " + std::to_string(k);
    each.residues.resize(1 + random() % 90, 'A');
    for (char& residue : each.residues) residue = "ARNDCQEGHILKMFPSTWYVXB*"[random() % (k % 2 == 0 ? 23 : 2)];
    if (k % 5 == 0) each.lower_case = {{0, 1 + std::ssize(each.residues) / 2}};
  }
  return made;
}

}  // namespace

TEST_CASE("proteins are formatted to the bytes of their database", "[scan]") {
  for (const std::size_t n : {1u, 255u, 256u, 257u, 1'000u})
    for (const masking by : {masking::none, masking::lower_case, masking::seg}) {
      const target_set proteins = random_proteins(n);
      const scratch dir;
      output_file one(dir / "whole"), other(dir / "streamed");
      const auto database = scan_database::of_proteins(proteins, by);
      database.write(one);
      one.commit();
      const formatted_size size = format_proteins(proteins, by, other);
      other.commit();
      CAPTURE(n, to_string(by));
      CHECK(content(dir / "streamed") == content(dir / "whole"));
      CHECK(size.n_sequences == n);
      CHECK(size.n_residues == database.n_residues());
      CHECK(scan_database::open(dir / "streamed").n_residues() == size.n_residues);
    }
}

TEST_CASE("a database of no protein is not formatted", "[scan]") {
  const scratch dir;
  output_file out(dir / "none");
  CHECK_THROWS_AS(format_proteins({.paths = {"none.fa"}, .kind = molecule::protein, .targets = {}}, masking::none, out),
                  nothing_to_compare);
}
