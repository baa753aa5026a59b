// Splice models mean what their files say, or are refused with the line that does not.
#include <array>
#include <catch.hpp>
#include <string>
#include <vector>

#include "base/files/temporary_file.hpp"
#include "contains.hpp"
#include "exons/sites/splice_model.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

std::string rows(std::size_t n, const std::string& row = "[0, 0.5, -1, 2.25]") {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) text += "  - " + row + "\n";
  return text;
}

// name on line 1, donor on 2-11, acceptor on 12-35, start on 36-51.
const std::string name = "name: mine\n";
const std::string donor = "donor:\n" + rows(9);
const std::string acceptor = "acceptor:\n" + rows(23);
const std::string start = "start:\n" + rows(15);

std::string only_error(const std::string& yaml) {
  const temporary_file file(yaml, ".yaml");
  report problems;
  read_splice_model(file.path(), problems);
  INFO(yaml);
  CHECK(problems.error_count() == 1);
  return problems.errors().empty() ? "" : problems.errors()[0].text();
}

splice_model sound(const std::string& yaml) {
  const temporary_file file(yaml, ".yaml");
  report problems;
  auto model = read_splice_model(file.path(), problems);
  problems.throw_if_errors();
  return model;
}

}  // namespace

TEST_CASE("every built-in model is sound, bears its name, and weighs what all its sites share as 0") {
  CHECK(built_in_splice_models() == std::vector<std::string>{"vertebrate", "plant", "fly", "nematode", "fungus"});
  for (const auto& built_in : built_in_splice_models()) {
    report problems;
    const auto model = read_splice_model(built_in, problems);
    REQUIRE(problems.error_count() == 0);
    CHECK(model.name == built_in);
    CHECK(model.donor.size() == 9);
    CHECK(model.acceptor.size() == 23);
    CHECK(model.start.size() == 15);
    for (const std::size_t row : {3u, 4u}) CHECK(model.donor[row] == weight_row{});
    for (const std::size_t row : {18u, 19u}) CHECK(model.acceptor[row] == weight_row{});
    for (const std::size_t row : {9u, 10u, 11u}) CHECK(model.start[row] == weight_row{});
  }
}

TEST_CASE("a model may say what introns cost, and what it says wrongly is told with its line") {
  CHECK(sound(name + donor + acceptor + start).introns.empty());
  const auto model = sound(name + donor + acceptor + start + "introns: [{cost: 24.5, per_kb: 20}, {cost: 30}]\n");
  CHECK(model.introns == std::vector<intron_cost>{{written_score::of_halves(49), 20}, {30, 0}});
  const temporary_file file(to_yaml(model), ".yaml");
  report problems;
  CHECK(read_splice_model(file.path(), problems) == model);
  CHECK_THAT(only_error(name + donor + acceptor + start + "introns: 30\n"),
             contains(":52: introns is not a list of lines"));
  CHECK_THAT(only_error(name + donor + acceptor + start + "introns:\n  - {per_kb: 1}\n"),
             contains(":53: introns: an entry without a cost"));
}

TEST_CASE("a model may say what codons weigh: all of them, in bits") {
  const auto coding = [](const std::string& but, const std::string& in_its_place) {
    std::string text = "coding:\n  {";
    for (std::size_t c = 0; c < codon_weights::n_codons; ++c)
      text += (c == 0 ? "" : ",\n   ") + (codon_of(c) == but ? in_its_place : codon_of(c) + ": -0.25");
    return text + "}\n";
  };
  const std::string sites = name + donor + acceptor + start;
  CHECK_FALSE(sound(sites).coding);
  const splice_model model = sound(sites + coding("AAC", "AAC: 1.5"));
  REQUIRE(model.coding);
  CHECK((*model.coding)[0] == -0.25);
  CHECK((*model.coding)[1] == 1.5);
  CHECK((*model.coding)[63] == -0.25);
  CHECK_THAT(only_error(sites + "coding: {AAA: 1}\n"),
             contains(":52: coding has not all codons") && contains("1 codons") && contains("all 64"));
  CHECK_THAT(only_error(sites + coding("AAC", "AAC: x")),
             contains(":54: the weight of AAC in coding is not a number") && contains("'x'"));
  CHECK_THAT(only_error(sites + coding("AAC", "AAC: 101")),
             contains(":54: the weight of AAC in coding is out of range"));
  for (const std::string& clade : built_in_splice_models()) {
    report none;
    const splice_model built_in = read_splice_model(clade, none);
    REQUIRE(built_in.coding);
    for (std::size_t c = 0; c < codon_weights::n_codons; ++c)
      if (codon_of(c) == "TAA" || codon_of(c) == "TAG" || codon_of(c) == "TGA") CHECK((*built_in.coding)[c] == 0);
    CHECK(sound(to_yaml(built_in)) == built_in);
  }
}

TEST_CASE("a blend lies between two models") {
  const auto a = sound(name + donor + acceptor + start);
  const auto b = sound("name: other\ndonor:\n" + rows(9, "[1, 0.5, 0, 0.001]") + acceptor + start);
  CHECK(blended(a, b, 1) == b);
  const auto between = blended(a, b, 0.25);
  CHECK(between.name == "other");
  CHECK(between.donor[0] == make_row(std::array{0.25, 0.5, -0.75, 1.688}));
  CHECK(between.acceptor == a.acceptor);
}

TEST_CASE("rows are read in the order A, C, G, T") {
  const auto model = sound(name + donor + acceptor + start);
  CHECK(model.name == "mine");
  for (std::size_t i = 0; i < model.donor[8].size(); i += 4)
    CHECK(std::vector(&model.donor[8][i], &model.donor[8][i] + 4) == std::vector<double>{0, 0.5, -1, 2.25});
}

TEST_CASE("a row of 16 or 64 numbers gives a base after one base or two") {
  const auto list = [](std::size_t n) {
    std::string text = "[0";
    for (std::size_t i = 1; i < n; ++i) text += ", " + std::to_string(i);
    return text + "]";
  };
  const auto model =
      sound(name + "donor:\n" + rows(1) + rows(1, list(16)) + rows(1, list(64)) + rows(6) + acceptor + start);
  const std::size_t A = 0, C = 1, G = 2, T = 3;
  CHECK(order_of(model.donor[0]) == 0);
  CHECK(order_of(model.donor[1]) == 1);
  CHECK(order_of(model.donor[2]) == 2);
  for (std::size_t any = 0; any < 4; ++any) CHECK(model.donor[1][weight_index(any, C, T)] == 7);
  CHECK(model.donor[2][weight_index(T, A, G)] == 50);
  CHECK(sound(to_yaml(model)) == model);
}

TEST_CASE("a row is written with the numbers of its order") {
  auto model = flat_splice_model();
  CHECK_THAT(to_yaml(model), contains("donor:\n  - [0, 0, 0, 0]\n"));
  for (std::size_t i = 0; i < 64; ++i) model.donor[0][i] = i % 16 == 4 ? 1 : 0;
  CHECK_THAT(to_yaml(model), contains("donor:\n  - [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]\n"));
  model.donor[0][63] = 2;
  CHECK_THAT(to_yaml(model), contains(",\n     0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]\n"));
}

TEST_CASE("a model written out reads back to the same value") {
  auto model = sound(name + donor + acceptor + start);
  model.name = "null";
  model.donor[2] = make_row(std::array{-0.001, 1.0 / 3, -100.0, 100.0});
  CHECK(sound(to_yaml(model)) == model);
  report problems;
  const auto plant = read_splice_model("plant", problems);
  CHECK(sound(to_yaml(plant)) == plant);
}

TEST_CASE("a model that lacks a key is refused") {
  CHECK_THAT(only_error(donor + acceptor + start), contains(":1: missing key (need name)"));
  CHECK_THAT(only_error(name + donor + start), contains(":1: missing key (need acceptor)"));
}

TEST_CASE("unknown and duplicate keys of a model are refused") {
  CHECK_THAT(only_error(name + donor + acceptor + start + "strat: 1\n"),
             contains(":52: unknown key (got 'strat'). Hint: did you mean 'start'"));
  CHECK_THAT(only_error(name + donor + acceptor + start + name),
             contains(":52: duplicate key, first on line 1 (got 'name')"));
}

TEST_CASE("matrices and rows of another length are refused") {
  CHECK_THAT(only_error(name + "donor:\n" + rows(8) + acceptor + start),
             contains("donor is not a matrix of its length (got '8 rows', need 9 rows, 3 of them before the site)"));
  CHECK_THAT(only_error(name + donor + "acceptor: 3\n" + start), contains("(got '3', need 23 rows"));
  CHECK_THAT(only_error(name + donor + acceptor + "start:\n" + rows(14) + rows(1, "[1, 2, 3]")),
             contains(":51: a row of start has another length (got '3 numbers', need 4 numbers, A, C, G, T; "
                      "or these after each base, 16; or after each two bases, 64)"));
  CHECK_THAT(only_error(name + donor + acceptor + "start:\n" + rows(14) + rows(1, "[]")),
             contains(":51: a row of start has another length (got '0 numbers'"));
}

TEST_CASE("weights that are no plain numbers or out of range are refused") {
  for (const char* bad : {"x", "1e3", "nan", ".inf", "\"1\"", "+1", "00.5", "1 2", "0x1"})
    CHECK_THAT(only_error(name + "donor:\n" + rows(8) + "  -\n    - 1\n    - 2\n    - 3\n    - " + std::string(bad) +
                          "\n" + acceptor + start),
               contains(":15: the weight of T in donor is not a number"));
  CHECK_THAT(only_error(name + "donor:\n" + rows(1, "[0, 0, 100.5, 0]") + rows(8) + acceptor + start),
             contains(":3: the weight of G in donor is out of range (got '100.5', need a decimal number from "
                      "-100 to 100)"));
  CHECK_THAT(only_error(name + "donor:\n" + rows(8) + rows(1, "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, x]") +
                        acceptor + start),
             contains(":11: the weight of T in donor is not a number"));
}

TEST_CASE("names of models are plain words") {
  for (const char* bad : {"1a", "\"a b\"", "", "[a]", "\"\"", "a/b"})
    CHECK_THAT(only_error("name: " + std::string(bad) + "\n" + donor + acceptor + start),
               contains(":1: name is not a model's name"));
}

TEST_CASE("what is no map is no splice model") {
  CHECK_THAT(only_error("- 1\n"), contains(":1: not a splice model (got 'a list'"));
  CHECK_THAT(only_error("name: [\n"), contains("not valid YAML"));
}

TEST_CASE("a name that is neither built in nor a file is told the built-in ones") {
  report problems;
  try {
    read_splice_model("vertebrat", problems);
    FAIL("no exception");
  } catch (const missing_input& error) {
    CHECK_THAT(error.what(), contains("vertebrat: cannot open"));
    CHECK_THAT(error.what(), contains("the built-in splice models are vertebrate, plant, fly, nematode, "
                                      "fungus; predict has auto, self and none"));
  }
}
