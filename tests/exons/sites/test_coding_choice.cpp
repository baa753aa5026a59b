// Which bits of codons a genome is read with.
#include <algorithm>

#include "catch.hpp"
#include "exons/sites/model_fit.hpp"
#include "exons/sites/site_models.hpp"
#include "exons/sites/taught_genome.hpp"

using namespace exonweave;
using exonweave::testing::built_in;
using exonweave::testing::taught_genome;

namespace {

// Codons of its genes begin with C or G, as no built-in model has it.
coding_choice choose(std::size_t n_genes, std::size_t n_known, bool may_be_own) {
  taught_genome taught(n_genes, "GTAAGT", "TTTTAG");
  const auto& all = taught.transcripts;
  return choose_coding(*taught.sequences, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n_known)},
                       standard_code(), may_be_own);
}

bool has(const coding_choice& made, const std::string& name) {
  return std::ranges::any_of(made.fits, [&](const coding_fit& each) { return each.name == name; });
}

}  // namespace

TEST_CASE("enough genes have bits of their own, which fit best where they are unlike all others") {
  const coding_choice made = choose(40, 40, true);
  CHECK(made.n_codons == 40 * 60);
  CHECK(made.name == "self");
  REQUIRE(made.coding);
  CHECK(made.fits.size() == built_in_splice_models().size() + 1);
  const auto best = std::ranges::max_element(made.fits, {}, &coding_fit::bits);
  CHECK(best->name == "self");
  CHECK(best->bits > 1000);  // more than half a bit for each codon
}

TEST_CASE("too few genes choose nothing") {
  const coding_choice few = choose(fewest_coding_genes - 1, fewest_coding_genes - 1, true);
  CHECK(few.fits.empty());
  CHECK_FALSE(few.coding);
  CHECK(has(choose(fewest_coding_genes, fewest_coding_genes, true), "self"));
}

TEST_CASE("a run that may not learn has bits of a built-in model alone") {
  const coding_choice made = choose(40, 40, false);
  CHECK_FALSE(has(made, "self"));
  CHECK(made.fits.size() == built_in_splice_models().size());
  CHECK(made.coding.has_value() == !made.name.empty());
}

TEST_CASE("what fits hardly is not taken: the genes of one clade have not the codons of another") {
  taught_genome taught(fewest_coding_genes, "GTAAGT", "TTTTAG");
  const coding_choice made = choose_coding(*taught.sequences, taught.transcripts, standard_code(), false);
  for (const coding_fit& each : made.fits) {
    CAPTURE(each.name, each.bits);
    if (made.name == each.name) CHECK(each.bits >= min_coding_fit);
    if (made.name.empty()) CHECK(each.bits < min_coding_fit);
  }
}

TEST_CASE("chains may be scored with the codons of any splice model but those of vertebrates") {
  const splice_model fly = built_in("fly");
  REQUIRE(fly.coding);
  CHECK(usable_coding(fly) == fly.coding);
  splice_model renamed = built_in("vertebrate");
  REQUIRE(renamed.coding);
  renamed.name = "another";
  CHECK_FALSE(usable_coding(renamed));
  splice_model without = fly;
  without.coding.reset();
  CHECK_FALSE(usable_coding(without));
}
