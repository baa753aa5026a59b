#include <algorithm>
#include <random>

#include "base/files/scratch.hpp"
#include "catch.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "pairwise/scan/database_file.hpp"
#include "pairwise/scan/scan_database.hpp"

using namespace exonweave::testing;
using namespace exonweave;

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

namespace {

std::string letters(const open_stretch& stretch) {
  std::string text;
  for (const auto code : stretch.residues) text += spliced::amino_letter(code);
  return text;
}

std::vector<open_stretch> stretches_of(const std::string& bases, strand on, std::int64_t frame) {
  auto found = find_open_stretches(bases, standard_code(), 3);
  std::erase_if(found, [&](const open_stretch& each) {
    const auto position =
        on == strand::forward ? each.first_codon : static_cast<std::int64_t>(bases.size()) - each.first_codon;
    return each.on != on || position % 3 != frame;
  });
  return found;
}

}  // namespace

TEST_CASE("a frame is cut at its stops", "[scan]") {
  const auto found = stretches_of("ATGGCTTAATGGTAGTAACCC", strand::forward, 0);
  REQUIRE(found.size() == 3);
  CHECK(letters(found[0]) == "MA");
  CHECK(found[0].first_codon == 0);
  CHECK(letters(found[1]) == "W");
  CHECK(found[1].first_codon == 9);
  CHECK(letters(found[2]) == "P");
  CHECK(found[2].first_codon == 18);
}

TEST_CASE("a stretch of the reverse strand says where its first codon ends", "[scan]") {
  const std::string bases = "AA" + reverse_complement("ATGGCTTGG") + "C";
  const auto found = stretches_of(bases, strand::reverse, 1);
  REQUIRE(found.size() == 1);
  CHECK(letters(found[0]) == "MAW");
  CHECK(found[0].first_codon == 11);
}

TEST_CASE("few unknown codons are residues, many are a gap of the assembly", "[scan]") {
  const auto few = stretches_of("ATGNNNNNNGCT", strand::forward, 0);
  REQUIRE(few.size() == 1);
  CHECK(letters(few[0]) == "MXXA");
  const auto many = stretches_of("ATGNNNNNNNNNNNNGCT", strand::forward, 0);
  REQUIRE(many.size() == 2);
  CHECK(letters(many[0]) == "M");
  CHECK(letters(many[1]) == "A");
  CHECK(many[1].first_codon == 15);
  CHECK(stretches_of("NNNNNNATGNNNNNN", strand::forward, 0).size() == 1);
  CHECK(letters(stretches_of("NNNNNNATGNNNNNN", strand::forward, 0)[0]) == "M");
}

TEST_CASE("every codon without a stop is in one stretch, whatever the frame", "[scan]") {
  std::mt19937_64 random(5);
  for (int n = 0; n < 30; ++n) {
    std::string bases(random() % 200, 'A');
    for (char& base : bases) base = "ACGT"[random() % 4];
    std::size_t n_found = 0, n_requested = 0;
    for (const auto& each : find_open_stretches(bases, standard_code(), 3)) {
      n_found += each.residues.size();
      CHECK(std::ranges::find(each.residues, spliced::stop_amino) == each.residues.end());
    }
    for (const std::string& strand : {bases, reverse_complement(bases)})
      for (std::size_t position = 0; position + 3 <= strand.size(); ++position)
        n_requested += translate_codon(strand.substr(position, 3)) == '*' ? 0 : 1;
    CHECK(n_found == n_requested);
  }
}
